import { lazy, Suspense, useSyncExternalStore } from 'react';
import type { ToastContent } from './toast-view.tsx';

const MOST_SHOWN = 4;

type Shown = ToastContent & { id: number };

let shown: readonly Shown[] = [];
let nextId = 1;
const listeners = new Set<() => void>();

const ToastStack = lazy(() =>
  import('./toast-view.tsx').then((module) => ({ default: module.ToastStack })),
);

/** A toast that was shown. What the operator closed stays closed. */
export interface ToastHandle {
  change: (content: ToastContent) => void;
  close: () => void;
}

/** Tells the result of something that the operator did. From anywhere: `toast({ title: 'CSV generated' })`. */
export function toast(content: ToastContent): ToastHandle {
  const id = nextId++;
  set([...shown, { ...content, id }].slice(-MOST_SHOWN));
  return {
    change: (next) => set(shown.map((entry) => (entry.id === id ? { ...next, id } : entry))),
    close: () => close(id),
  };
}

/** Shows the toasts. Mount once, in the shell. What draws them is loaded with the first one. */
export function Toaster() {
  const toasts = useSyncExternalStore(subscribe, () => shown);
  if (toasts.length === 0) return null;
  return (
    <Suspense>
      <ToastStack toasts={toasts} onClose={close} />
    </Suspense>
  );
}

function close(closed: number): void {
  set(shown.filter(({ id }) => id !== closed));
}

function set(next: readonly Shown[]): void {
  shown = next;
  for (const listener of listeners) listener();
}

function subscribe(onChange: () => void): () => void {
  listeners.add(onChange);
  return () => listeners.delete(onChange);
}
