import { Tooltip as Radix } from 'radix-ui';
import type { ReactElement, ReactNode } from 'react';
import { Kbd } from './kbd.tsx';
import { layerRoot } from './layer-root.ts';

/** Mount once around the app: shared delay of 400 ms, none when moving from one to the next. */
export function TooltipProvider({ children }: { children: ReactNode }) {
  return (
    <Radix.Provider delayDuration={400} skipDelayDuration={300} disableHoverableContent={false}>
      {children}
    </Radix.Provider>
  );
}

interface TooltipProps {
  /** What the control is called, or why it is off. Never the only place for a needed fact. */
  label: ReactNode;
  shortcut?: string | undefined;
  side?: 'top' | 'right' | 'bottom' | 'left' | undefined;
  /** No tooltip while false (a label that is shown in full). */
  enabled?: boolean;
  /** One element that takes a ref: a button or a link. */
  children: ReactElement;
}

/** Names an icon button or explains a control; opens on hover and on focus. */
export function Tooltip({ label, shortcut, side = 'top', enabled = true, children }: TooltipProps) {
  if (!enabled) return children;
  return (
    <Radix.Root>
      <Radix.Trigger asChild>{children}</Radix.Trigger>
      <Radix.Portal container={layerRoot()}>
        <Radix.Content
          side={side}
          sideOffset={6}
          collisionPadding={8}
          className="appearing z-(--z-tooltip) inline-flex max-w-80 items-center gap-1.5 rounded-sm bg-surface-inverse px-2 py-[3px] text-xs text-text-inverse shadow-sm"
        >
          {label}
          {shortcut ? <Kbd onInverse>{shortcut}</Kbd> : null}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
