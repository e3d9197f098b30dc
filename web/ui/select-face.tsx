import { clsx } from 'clsx';
import { ChevronDown } from 'lucide-react';

/** Looks of the closed control. */
export function selectClass(size: 'sm' | 'md' = 'md'): string {
  return clsx(
    'flex w-full min-w-0 items-center gap-[7px] rounded-md border border-border-control bg-surface pr-[7px] pl-[9px] text-left hover:border-text-subtle',
    'disabled:cursor-not-allowed disabled:border-border-strong disabled:bg-surface-active disabled:text-text-disabled aria-invalid:border-danger data-placeholder:text-text-subtle',
    size === 'sm' ? 'h-(--size-control-sm) text-xs max-md:h-9' : 'h-(--size-control) max-md:h-10',
    'max-md:text-lg',
  );
}

/** The arrow at the right of the closed control. */
export function SelectArrow() {
  return (
    <ChevronDown
      aria-hidden="true"
      className="ml-auto size-3.5 flex-none text-text-subtle"
      strokeWidth={1.75}
    />
  );
}
