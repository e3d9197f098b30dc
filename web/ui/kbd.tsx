import { clsx } from 'clsx';
import type { ReactNode } from 'react';

interface KbdProps {
  children: ReactNode;
  /** On the dark surface of a tooltip or the selection bar. */
  onInverse?: boolean;
  /** Shown on small and touch screens too, for lists of keys. */
  isAlwaysShown?: boolean;
}

/** A key or a sequence of keys. Hidden on small and touch screens by default. */
export function Kbd({ children, onInverse, isAlwaysShown }: KbdProps) {
  return (
    <kbd
      className={clsx(
        'tn inline-block min-w-4.5 flex-none rounded-[4px] border px-1 text-center font-sans text-2xs leading-4 font-medium',
        !isAlwaysShown && 'max-md:hidden pointer-coarse:hidden',
        onInverse
          ? 'border-text-inverse/35 text-text-inverse-muted'
          : 'border-border-strong bg-surface-hover text-text-muted',
      )}
    >
      {children}
    </kbd>
  );
}

/** `mod+k` as this machine writes it: `Ctrl K` or `⌘ K`; `g q` as `G Q`. */
export function keyLabel(keys: string): string {
  const isApple = /mac|iphone|ipad/i.test(navigator.platform);
  return keys
    .split(/[+ ]/)
    .map((key) => {
      if (key === 'mod') return isApple ? '⌘' : 'Ctrl';
      if (key === 'shift') return 'Shift';
      if (key === 'Enter') return '↵';
      if (key === 'Escape') return 'Esc';
      if (key === 'ArrowUp') return '↑';
      if (key === 'ArrowDown') return '↓';
      return key.length === 1 ? key.toUpperCase() : key;
    })
    .join(' ');
}
