/**
 * Scrolls a line sideways until one of its items is whole, or in its middle. `scrollIntoView` would let the first Tab of the
 * page begin behind the item, and scroll the page too.
 */
export function scrollToItem(
  line: HTMLElement,
  item: Element,
  place: 'nearest' | 'center' = 'nearest',
): void {
  const { left, right, width } = item.getBoundingClientRect();
  const frame = line.getBoundingClientRect();
  const { scrollPaddingLeft, scrollPaddingRight } = getComputedStyle(line);
  // Without a padding it is `auto`.
  const before = left - frame.left - (Number.parseFloat(scrollPaddingLeft) || 0);
  const behind = right - frame.right + (Number.parseFloat(scrollPaddingRight) || 0);
  if (place === 'center') line.scrollLeft += left - frame.left - (frame.width - width) / 2;
  else if (before < 0) line.scrollLeft += before;
  else if (behind > 0) line.scrollLeft += Math.min(before, behind);
}
