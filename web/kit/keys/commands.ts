import { createAtom, useSelector } from '@tanstack/react-store';
import { useEffect, useEffectEvent } from 'react';

/** One entry of the command palette. */
export interface Command {
  /** Unique within the app, such as `ticketing.export`. */
  id: string;
  label: string;
  /** Heading in the palette: 'Actions' by default; 'Recent' for recent objects. */
  group?: string;
  /** The artist whose events it opens: an entry for the artist replaces it. */
  artist?: string;
  /** Further search words. */
  keywords?: string[];
  /** Shown at the right, such as `G Q`; the key itself is registered with `useShortcut`. */
  shortcut?: string;
  run: () => void;
}

interface Registration {
  owner: object;
  commands: readonly Command[];
}

const registered = createAtom<readonly Registration[]>([]);

/**
 * Adds commands to the palette while the component is mounted. The list may be rebuilt on every
 * render; the palette changes only when an id, a label or a group changes.
 */
export function useCommands(commands: readonly Command[]): void {
  const runLatest = useEffectEvent((id: string) =>
    commands.find((command) => command.id === id)?.run(),
  );
  const signature = commands.map(({ id, label, group }) => `${id}|${label}|${group}`).join('\n');
  // biome-ignore lint/correctness/useExhaustiveDependencies: the signature stands for the list.
  useEffect(() => {
    const owner = {};
    const offered = commands.map((command) => ({ ...command, run: () => runLatest(command.id) }));
    registered.set((others) => [...others, { owner, commands: offered }]);
    return () => registered.set((all) => all.filter((entry) => entry.owner !== owner));
  }, [signature]);
}

/** A page that is opened for a command offers it within this time. */
const OFFERED_WITHIN_MS = 10_000;

/** Runs a command as soon as a component offers it, or never if none does within ten seconds. */
export function runOnceOffered(id: string): void {
  const run = () => {
    const command = registered
      .get()
      .flatMap(({ commands }) => commands)
      .find((one) => one.id === id);
    if (command === undefined) return;
    stop();
    // Runs after the effects of the page that offers it.
    setTimeout(command.run);
  };
  const { unsubscribe } = registered.subscribe(run);
  const timer = setTimeout(unsubscribe, OFFERED_WITHIN_MS);
  const stop = () => {
    clearTimeout(timer);
    unsubscribe();
  };
  run();
}

/** All commands of the palette, without the pages. */
export function useAllCommands(): readonly Command[] {
  return useSelector(registered).flatMap(({ commands }) => commands);
}
