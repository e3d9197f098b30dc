import { lazy, type ReactNode, Suspense } from 'react';
import { type LayerTrigger, useLazyLayer } from './lazy-layer.ts';

const loadPopover = () => import('./popover-layer.tsx');
const PopoverLayer = lazy(() => loadPopover().then((module) => ({ default: module.PopoverLayer })));

export interface PopoverProps {
  /** The button that opens it. */
  trigger: LayerTrigger;
  /** Names the popover. */
  label: string;
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
  side?: 'top' | 'right' | 'bottom' | 'left';
  align?: 'start' | 'center' | 'end';
  className?: string;
  children: ReactNode;
}

/** One to three controls beside what opened it: filters, dates. */
export function Popover(props: PopoverProps) {
  const { trigger, open, onOpenChange } = props;
  const { isWanted, plainTrigger } = useLazyLayer(trigger, loadPopover, 'dialog', () =>
    onOpenChange?.(true),
  );
  if (!isWanted && open !== true) return plainTrigger;
  return (
    <Suspense fallback={plainTrigger}>
      <PopoverLayer {...props} />
    </Suspense>
  );
}
