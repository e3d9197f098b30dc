import { type Shortcut, useAllShortcuts, useSingleKeys } from '../../../lib/shortcuts.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { Kbd, keyLabel } from '../../../ui/kbd.tsx';
import { SwitchField } from '../../../ui/switch.tsx';

interface ShortcutsDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** Lists the keys of this page and of every page, and switches single-letter keys off. */
export function ShortcutsDialog({ open, onOpenChange }: ShortcutsDialogProps) {
  const shortcuts = useAllShortcuts();
  const [singleKeys, setSingleKeys] = useSingleKeys();
  const ofPage = shortcuts.filter(({ scope }) => scope === 'page');
  const everywhere = shortcuts.filter(({ scope, keys }) => scope === 'app' && !isGo(keys));
  const goTo = shortcuts.filter(({ keys }) => isGo(keys));
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title="Keyboard shortcuts" size="lg">
      <SwitchField checked={singleKeys} onChange={setSingleKeys}>
        Single keys
        <span className="block text-xs text-text-muted">
          Keys without Ctrl or Cmd. Switch them off if they get in the way of speech input.
        </span>
      </SwitchField>
      <div className="mt-4 grid gap-x-8 gap-y-4 sm:grid-cols-2">
        <div className="flex flex-col gap-4">
          <KeyList heading="Everywhere" shortcuts={everywhere} />
          <KeyList heading="This page" shortcuts={ofPage} />
        </div>
        <KeyList heading="Go to" shortcuts={goTo} />
      </div>
    </Dialog>
  );
}

function isGo(keys: string): boolean {
  return keys.startsWith('g ');
}

function KeyList({ heading, shortcuts }: { heading: string; shortcuts: readonly Shortcut[] }) {
  if (shortcuts.length === 0) return null;
  const shown = [...new Map(shortcuts.map((shortcut) => [shortcut.keys, shortcut])).values()];
  return (
    <section>
      <h3 className="mb-1 text-2xs font-[560] text-text-subtle">{heading}</h3>
      <dl className="m-0">
        {shown.map(({ keys, label }) => (
          <div key={keys} className="flex min-h-7 items-center gap-3">
            <dt className="min-w-0 flex-1 truncate">{label.replace(/^Go to /, '')}</dt>
            <dd className="m-0">
              <Kbd isAlwaysShown>{keyLabel(keys)}</Kbd>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
