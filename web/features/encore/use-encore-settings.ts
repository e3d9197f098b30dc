import { useCallback, useEffect, useRef, useState } from 'react';
import { cacheName, type EncoreSettings, INITIAL_SETTINGS, settingsCache } from './settings.ts';

/** Settings are saved when nothing was changed for this long (part 3, point 9). */
const AUTOSAVE_MS = 500;

/** Changes part of the settings. */
export type ChangeSettings = (
  change: Partial<EncoreSettings> | ((settings: EncoreSettings) => Partial<EncoreSettings>),
) => void;

interface EncoreSettingsState {
  settings: EncoreSettings;
  change: ChangeSettings;
  /** True while what is shown came from storage. */
  isRestored: boolean;
  /** True when the last save did not fit into storage. */
  isSaveFailed: boolean;
  /** Forgets what is stored for this address and starts anew. Answers what takes that back. */
  clear: () => () => void;
  /** Call before an own change of the address (an event added or removed): the settings go along. */
  takeAlong: () => void;
}

/**
 * The settings of the current address: restored when the operator returns to it, saved 500 ms after the last change, and at once
 * when the page is left.
 * @param address changes with the path and query of the page.
 */
export function useEncoreSettings(address: string): EncoreSettingsState {
  const [restored] = useState(() => settingsCache.read(cacheName(window.location)));
  const [settings, setSettings] = useState<EncoreSettings>(restored ?? INITIAL_SETTINGS);
  const [isRestored, setIsRestored] = useState(restored !== null);
  const [isSaveFailed, setIsSaveFailed] = useState(false);
  const pending = useRef<EncoreSettings | null>(null);
  const shown = useRef({ address, isTaken: false });
  const latest = useRef(settings);
  latest.current = settings;
  // Of the shown settings: when the page is left, the browser is at another address already.
  const name = useRef(cacheName(window.location));

  const save = useCallback(() => {
    if (pending.current === null) return;
    const entry = { ...pending.current, timestamp: Date.now() };
    pending.current = null;
    setIsSaveFailed(!settingsCache.write(name.current, entry));
  }, []);

  const change: ChangeSettings = useCallback((changed) => {
    setSettings((current) => {
      const part = typeof changed === 'function' ? changed(current) : changed;
      const next = { ...current, ...part };
      pending.current = next;
      return next;
    });
  }, []);

  useEffect(() => {
    const before = shown.current;
    if (before.address === address) return;
    shown.current = { address, isTaken: false };
    save();
    name.current = cacheName(window.location);
    if (before.isTaken) {
      change({});
      return;
    }
    const stored = settingsCache.read(name.current);
    setSettings(stored ?? INITIAL_SETTINGS);
    setIsRestored(stored !== null);
  }, [address, change, save]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: every change of the settings starts the wait anew.
  useEffect(() => {
    const timer = setTimeout(save, AUTOSAVE_MS);
    return () => clearTimeout(timer);
  }, [settings, save]);

  useEffect(() => {
    window.addEventListener('pagehide', save);
    return () => {
      window.removeEventListener('pagehide', save);
      save();
    };
  }, [save]);

  const clear = useCallback(() => {
    const cleared = latest.current;
    settingsCache.remove(name.current);
    setSettings(INITIAL_SETTINGS);
    pending.current = null;
    setIsRestored(false);
    return () => change(cleared);
  }, [change]);

  const takeAlong = useCallback(() => {
    save();
    shown.current.isTaken = true;
  }, [save]);

  return { settings, change, isRestored, isSaveFailed, clear, takeAlong };
}
