import { useEffect, useRef, useSyncExternalStore } from 'react';

/** One entry of the command palette. */
export interface Command {
  /** Unique within the app, such as `ticketing.export`. */
  id: string;
  label: string;
  /** Heading in the palette: 'Actions' unless said otherwise; 'Recent' for recent objects. */
  group?: string;
  /** Other words that find it. */
  keywords?: string[];
  /** Shown at the right, such as `G Q`; the key itself is registered with `useShortcut`. */
  shortcut?: string;
  run: () => void;
}

let registered: readonly { owner: object; commands: readonly Command[] }[] = [];
const listeners = new Set<() => void>();

/**
 * Offers commands in the palette while the component is mounted. The list may be rebuilt on every render; the
 * palette hears of it when an id, a label or a group changes.
 */
export function useCommands(commands: readonly Command[]): void {
  const latest = useRef(commands);
  latest.current = commands;
  const signature = commands.map(({ id, label, group }) => `${id}|${label}|${group}`).join('\n');
  // biome-ignore lint/correctness/useExhaustiveDependencies: the signature stands for the list.
  useEffect(() => {
    const owner = {};
    const offered = latest.current.map((command) => ({
      ...command,
      run: () => latest.current.find(({ id }) => id === command.id)?.run(),
    }));
    set([...registered, { owner, commands: offered }]);
    return () => set(registered.filter((entry) => entry.owner !== owner));
  }, [signature]);
}

/** Everything that the palette offers besides the pages. */
export function useAllCommands(): readonly Command[] {
  return useSyncExternalStore(subscribe, () => registered).flatMap(({ commands }) => commands);
}

function set(next: typeof registered): void {
  registered = next;
  for (const listener of listeners) listener();
}

function subscribe(onChange: () => void): () => void {
  listeners.add(onChange);
  return () => listeners.delete(onChange);
}
