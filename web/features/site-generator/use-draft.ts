import { useCallback, useEffect, useRef, useState } from 'react';
import type { SavedCache } from '../../kit/saved/saved.ts';

/** A draft is saved when nothing was changed for this long. */
const AUTOSAVE_MS = 500;

/** Changes part of a draft. */
export type ChangeDraft<T> = (change: Partial<T> | ((draft: T) => Partial<T>)) => void;

interface DraftState<T> {
  draft: T;
  /** The same function on every render. */
  change: ChangeDraft<T>;
  /** True while the draft came from storage. */
  isRestored: boolean;
  /** True when the last save did not fit into storage. */
  isSaveFailed: boolean;
  /** Clears the stored draft. Returns an undo function. */
  clear: () => () => void;
  /** Call before a change of the name that keeps the draft, such as an event added to the address. */
  takeAlong: () => void;
}

interface Entry<T> {
  name: string;
  draft: T;
  isRestored: boolean;
  isChanged: boolean;
  isTakenAlong: boolean;
}

/**
 * What the operator typed on a screen, per name (an address or a site): restored when the name is opened again, saved
 * 500 ms after the last change, and at once when the page is left.
 */
export function useDraft<T extends object>(
  cache: SavedCache<T & { timestamp: number }>,
  name: string,
  initial: T,
): DraftState<T> {
  const open = (opened: string): Entry<T> => {
    const stored = cache.read(opened);
    return {
      name: opened,
      draft: stored ?? initial,
      isRestored: stored !== null,
      isChanged: false,
      isTakenAlong: false,
    };
  };
  const [entry, setEntry] = useState(() => open(name));
  const [isSaveFailed, setIsSaveFailed] = useState(false);
  const unsaved = useRef<Pick<Entry<T>, 'name' | 'draft'> | null>(null);
  if (entry.name !== name) {
    setEntry(
      entry.isTakenAlong ? { ...entry, name, isChanged: true, isTakenAlong: false } : open(name),
    );
  }

  const save = useCallback(() => {
    if (unsaved.current === null) return;
    const { name: key, draft } = unsaved.current;
    unsaved.current = null;
    setIsSaveFailed(!cache.write(key, { ...draft, timestamp: Date.now() }));
  }, [cache]);

  useEffect(() => {
    if (!entry.isChanged) return;
    if (unsaved.current?.name !== entry.name) save();
    unsaved.current = { name: entry.name, draft: entry.draft };
    const timer = setTimeout(save, AUTOSAVE_MS);
    return () => clearTimeout(timer);
  }, [entry, save]);

  useEffect(() => {
    window.addEventListener('pagehide', save);
    return () => {
      window.removeEventListener('pagehide', save);
      save();
    };
  }, [save]);

  const change: ChangeDraft<T> = useCallback((changed) => {
    setEntry((current) => {
      const part = typeof changed === 'function' ? changed(current.draft) : changed;
      return { ...current, draft: { ...current.draft, ...part }, isChanged: true };
    });
  }, []);

  const clear = () => {
    cache.remove(entry.name);
    unsaved.current = null;
    setEntry({ ...entry, draft: initial, isRestored: false, isChanged: false });
    return () => change(entry.draft);
  };

  return {
    draft: entry.draft,
    change,
    isRestored: entry.isRestored,
    isSaveFailed,
    clear,
    takeAlong: useCallback(() => setEntry((now) => ({ ...now, isTakenAlong: true })), []),
  };
}
