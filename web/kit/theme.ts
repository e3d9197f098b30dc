import { useEffect, useSyncExternalStore } from 'react';
import { readText, subscribeTo, writeText } from './saved/storage.ts';

/** `system` follows the operating system. */
export type ThemeChoice = 'light' | 'dark' | 'system';

const choices: readonly ThemeChoice[] = ['light', 'dark', 'system'];
/** Stored as a bare word and not as JSON: web/public/theme.js reads it before the first paint. */
const THEME_KEY = 'theme';
const darkSystem = window.matchMedia('(prefers-color-scheme: dark)');

/** The choice, and a function that changes it. */
export function useTheme(): [ThemeChoice, (choice: ThemeChoice) => void] {
  return [useSyncExternalStore(subscribe, readChoice), setTheme];
}

/** Keeps <html data-theme> equal to the choice, the system and other tabs. Mount once. */
export function useThemeSync(): void {
  useEffect(() => {
    // The system may have changed since theme.js ran.
    apply();
    return subscribe(apply);
  }, []);
}

/** The theme on the screen. */
export function shownTheme(): 'light' | 'dark' {
  const choice = readChoice();
  if (choice !== 'system') return choice;
  return darkSystem.matches ? 'dark' : 'light';
}

/** {@link shownTheme} as a hook, for drawings without CSS. */
export const useShownTheme = (): 'light' | 'dark' => useSyncExternalStore(subscribe, shownTheme);

/** Changes and stores the theme. */
export function setTheme(choice: ThemeChoice): void {
  writeText(THEME_KEY, choice);
  apply();
}

function readChoice(): ThemeChoice {
  const stored = readText(THEME_KEY);
  return choices.find((choice) => choice === stored) ?? 'system';
}

function apply(): void {
  document.documentElement.dataset.theme = shownTheme();
}

function subscribe(onChange: () => void): () => void {
  const unsubscribe = subscribeTo(THEME_KEY, onChange);
  darkSystem.addEventListener('change', onChange);
  return () => {
    unsubscribe();
    darkSystem.removeEventListener('change', onChange);
  };
}
