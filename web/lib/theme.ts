import { useEffect, useSyncExternalStore } from 'react';

/** What the operator chose; `system` follows the machine. */
export type ThemeChoice = 'light' | 'dark' | 'system';

const choices: readonly ThemeChoice[] = ['light', 'dark', 'system'];
/** Stored as a bare word: web/public/theme.js reads it before the first paint. */
const THEME_KEY = 'theme';
const darkSystem = window.matchMedia('(prefers-color-scheme: dark)');
const listeners = new Set<() => void>();
/** Holds the choice for this tab where storage is blocked or full. */
let unstored: ThemeChoice | null = null;

/** The choice and the way to change it. */
export function useTheme(): [ThemeChoice, (choice: ThemeChoice) => void] {
  return [useSyncExternalStore(subscribe, readChoice), setTheme];
}

/** Keeps <html data-theme> in step with the choice, the system and other tabs. Mount once. */
export function useThemeSync(): void {
  useEffect(() => {
    // The system may have changed between theme.js and now.
    apply();
    return subscribe(apply);
  }, []);
}

/** The theme that is shown now. */
export function shownTheme(): 'light' | 'dark' {
  const choice = readChoice();
  if (choice !== 'system') return choice;
  return darkSystem.matches ? 'dark' : 'light';
}

/** Changes and remembers the theme. */
export function setTheme(choice: ThemeChoice): void {
  unstored = null;
  try {
    localStorage.setItem(THEME_KEY, choice);
  } catch {
    unstored = choice;
  }
  apply();
  for (const listener of listeners) listener();
}

function readChoice(): ThemeChoice {
  if (unstored !== null) return unstored;
  try {
    const stored = localStorage.getItem(THEME_KEY);
    return choices.find((choice) => choice === stored) ?? 'system';
  } catch {
    return 'system';
  }
}

function apply(): void {
  document.documentElement.dataset.theme = shownTheme();
}

function subscribe(onChange: () => void): () => void {
  const onStorage = (event: StorageEvent) => {
    if (event.key === THEME_KEY || event.key === null) onChange();
  };
  listeners.add(onChange);
  darkSystem.addEventListener('change', onChange);
  window.addEventListener('storage', onStorage);
  return () => {
    listeners.delete(onChange);
    darkSystem.removeEventListener('change', onChange);
    window.removeEventListener('storage', onStorage);
  };
}
