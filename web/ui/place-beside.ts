export type Side = 'top' | 'right' | 'bottom' | 'left';

const GAP = 6;
const MARGIN = 8;
const OPPOSITE: Record<Side, Side> = { top: 'bottom', bottom: 'top', left: 'right', right: 'left' };

/** Puts a `position: fixed` element beside its anchor: on the wanted side where it fits, else on the other, inside the window. */
export function placeBeside(element: HTMLElement, anchor: HTMLElement, wanted: Side): void {
  const from = anchor.getBoundingClientRect();
  const { offsetWidth: width, offsetHeight: height } = element;
  const positions: Record<Side, { left: number; top: number }> = {
    top: { left: from.left + (from.width - width) / 2, top: from.top - height - GAP },
    bottom: { left: from.left + (from.width - width) / 2, top: from.bottom + GAP },
    left: { left: from.left - width - GAP, top: from.top + (from.height - height) / 2 },
    right: { left: from.right + GAP, top: from.top + (from.height - height) / 2 },
  };
  const fits = ({ left, top }: { left: number; top: number }, side: Side) =>
    side === 'top' || side === 'bottom'
      ? top >= MARGIN && top + height <= window.innerHeight - MARGIN
      : left >= MARGIN && left + width <= window.innerWidth - MARGIN;
  const side = fits(positions[wanted], wanted) ? wanted : OPPOSITE[wanted];
  const { left, top } = positions[side];
  element.style.left = `${clamp(left, window.innerWidth - width - MARGIN)}px`;
  element.style.top = `${clamp(top, window.innerHeight - height - MARGIN)}px`;
}

function clamp(value: number, most: number): number {
  return Math.round(Math.max(MARGIN, Math.min(value, most)));
}
