import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import type { WorkPlace, WorkTool } from '../work-tool.ts';
import type { Summary, WorkState } from './work-machine.ts';
import { WorkSession } from './work-session.ts';

/** Changes part of a draft. */
export type ChangeDraft<T> = (change: Partial<T> | ((draft: T) => Partial<T>)) => void;

/** A work on the screen; its functions are the same on every render until another work is opened. */
export type OpenWork<T extends object> = WorkState<T> & WorkSession<T>['actions'];

/**
 * Opens a work while the component is mounted, and another one when the place changes. It is saved 500 ms after the
 * last change, and when it is left. Null without a place, and on the first render.
 */
export function useWork<T extends object>(
  tool: WorkTool<T>,
  place: WorkPlace | null,
): OpenWork<T> | null {
  const current = useRef<WorkSession<T> | null>(null);
  const [session, setSession] = useState<WorkSession<T> | null>(null);
  const { key = null, id = null, unsentName = '' } = place ?? {};
  useEffect(() => {
    const wanted = key === null ? null : { key, id, unsentName };
    if (wanted !== null && current.current?.isAt(tool, wanted)) {
      current.current.moveTo(wanted);
      return;
    }
    current.current?.close();
    current.current = wanted && new WorkSession(tool, wanted);
    setSession(current.current);
  }, [tool, key, id, unsentName]);
  useEffect(
    () => () => {
      current.current?.close();
      current.current = null;
    },
    [],
  );
  const state = useSyncExternalStore(session?.subscribe ?? subscribeToNothing, () =>
    session === null ? null : session.read(),
  );
  const isCurrent = session !== null && place !== null && session.isAt(tool, place);
  return isCurrent && state ? { ...state, ...session.actions } : null;
}

/** Describes a work for the lists: its subject and its size. */
export function useSummary<T extends object>(
  summarize: OpenWork<T>['summarize'],
  { title, events, rows }: Summary,
): void {
  useEffect(() => summarize({ title, events, rows }), [summarize, title, events, rows]);
}

const subscribeToNothing = () => () => {};
