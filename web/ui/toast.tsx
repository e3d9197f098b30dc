import { createAtom, useSelector } from '@tanstack/react-store';
import { latePart } from './late-part.tsx';
import type { ToastContent } from './toast-view.tsx';

const MOST_SHOWN = 4;

type Shown = ToastContent & { id: number };

const shown = createAtom<readonly Shown[]>([]);
let nextId = 1;

const ToastStack = latePart(() => import('./toast-view.tsx'), 'ToastStack');

/** A displayed toast. One that the operator closed stays closed. */
export interface ToastHandle {
  change: (content: ToastContent) => void;
  close: () => void;
}

/**
 * Shows the result of an operator's action: `toast({ title: 'CSV generated' })`. It can be called
 * from anywhere. A failure replaces earlier successes.
 */
export function toast(content: ToastContent): ToastHandle {
  const id = nextId++;
  shown.set((others) =>
    [...others.filter((other) => !isOutdatedBy(other, content)), { ...content, id }].slice(
      -MOST_SHOWN,
    ),
  );
  return {
    change: (next) =>
      shown.set((all) => all.map((entry) => (entry.id === id ? { ...next, id } : entry))),
    close: () => close(id),
  };
}

/** Shows the toasts. Mount once, in the shell. The code that draws them is loaded with the first one. */
export function Toaster() {
  const toasts = useSelector(shown);
  if (toasts.length === 0) return null;
  return <ToastStack toasts={toasts} onClose={close} />;
}

/** Closes all toasts. */
export function closeToasts(): void {
  shown.set([]);
}

function close(closed: number): void {
  shown.set((all) => all.filter(({ id }) => id !== closed));
}

function isOutdatedBy(earlier: ToastContent, content: ToastContent): boolean {
  const isSuccess = (earlier.tone ?? 'success') === 'success' && earlier.action === undefined;
  return content.tone === 'danger' && isSuccess;
}
