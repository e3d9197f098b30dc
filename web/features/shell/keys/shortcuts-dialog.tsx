import { use } from 'react';
import { type Shortcut, useAllShortcuts, useSingleKeys } from '../../../kit/keys/shortcuts.ts';
import { OpenDialog } from '../../../ui/dialog.tsx';
import { Kbd, keyLabel } from '../../../ui/kbd.tsx';
import { SwitchField } from '../../../ui/switch.tsx';
import { ShowLayer } from '../shell-state.ts';

/** Keys that every list and grid handles while it has the focus. */
const LIST_KEYS: readonly KeyEntry[] = [
  { keys: ['ArrowUp', 'ArrowDown'], label: 'Move the cursor' },
  { keys: ['Home', 'End'], label: 'First or last row' },
  { keys: ['Space', 'x'], label: 'Select the row at the cursor' },
  { keys: ['shift+ArrowUp', 'shift+ArrowDown', 'shift+Click'], label: 'Select a range' },
  { keys: ['1-9'], label: 'Select that many rows' },
  { keys: ['mod+a'], label: 'Select all shown rows' },
  { keys: ['Enter'], label: 'Open the row at the cursor' },
  { keys: ['Escape'], label: 'Clear the selection' },
];

interface KeyEntry {
  keys: readonly string[];
  label: string;
}

/** The keys of this page, of lists and of every page, and the switch for single-letter keys. */
export function ShortcutsDialog() {
  const show = use(ShowLayer);
  const shortcuts = useAllShortcuts();
  const [singleKeys, setSingleKeys] = useSingleKeys();
  const ofPage = shortcuts.filter(
    ({ scope, label }) => scope === 'page' && !LIST_KEYS.some((entry) => entry.label === label),
  );
  const everywhere = shortcuts.filter(({ scope, keys }) => scope === 'app' && !isGo(keys));
  const goTo = shortcuts.filter(({ keys }) => isGo(keys));
  return (
    <OpenDialog onClose={() => show(null)} title="Keyboard shortcuts" size="lg">
      <SwitchField checked={singleKeys} onChange={setSingleKeys}>
        Single keys
        <span className="block text-xs text-text-muted">
          Keys without Ctrl or Cmd. Switch them off if they get in the way of speech input.
        </span>
      </SwitchField>
      <div className="mt-4 grid gap-x-8 gap-y-4 sm:grid-cols-2">
        <div className="flex flex-col gap-4">
          <KeyList heading="Everywhere" entries={entriesOf(everywhere)} />
          <KeyList heading="This page" entries={entriesOf(ofPage)} />
          <KeyList heading="In a list" entries={LIST_KEYS} />
        </div>
        <KeyList heading="Go to" entries={entriesOf(goTo)} />
      </div>
    </OpenDialog>
  );
}

function isGo(keys: string): boolean {
  return keys.startsWith('g ');
}

/** One entry per key: the newest registration of a key is active. */
function entriesOf(shortcuts: readonly Shortcut[]): KeyEntry[] {
  const byKeys = new Map(shortcuts.map(({ keys, label }) => [keys, label]));
  return [...byKeys].map(([keys, label]) => ({ keys: [keys], label }));
}

function KeyList({ heading, entries }: { heading: string; entries: readonly KeyEntry[] }) {
  if (entries.length === 0) return null;
  return (
    <section>
      <h3 className="mb-1 text-2xs font-medium text-text-subtle">{heading}</h3>
      <dl className="m-0">
        {entries.map(({ keys, label }) => (
          <div key={label} className="flex min-h-7 items-center gap-3 py-0.5">
            <dt className="min-w-0 flex-1 text-pretty">{label.replace(/^Go to /, '')}</dt>
            <dd className="m-0 flex gap-1">
              {keys.map((key) => (
                <Kbd key={key} isAlwaysShown>
                  {keyLabel(key)}
                </Kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
