import { type LinkProps, useLocation, useNavigate } from '@tanstack/react-router';
import { Command } from 'cmdk';
import { CornerDownRight, type LucideIcon, Search } from 'lucide-react';
import { Dialog } from 'radix-ui';
import { useState } from 'react';
import { MOST_USERS } from '../../../shared/users/schema.ts';
import { runOnceOffered, useAllCommands } from '../../kit/keys/commands.ts';
import { countOf } from '../../lib/format.ts';
import { useFocusReturn } from '../../ui/focus-return.ts';
import { Kbd, keyLabel } from '../../ui/kbd.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { PAGE_VERBS } from './page-verbs.ts';
import {
  ARTIST_SEARCH,
  BEST,
  type PaletteEntry,
  useFoundObjects,
  useRecentWork,
} from './palette-objects.ts';
import { rankOf } from './rank.ts';
import { countIn } from './typed-verbs.ts';

/** A page that the palette leads to. */
interface PalettePage {
  to: NonNullable<LinkProps['to']>;
  label: string;
  icon: LucideIcon;
  /** The letter after G. */
  letter: string;
}

export interface CommandPaletteProps {
  pages: readonly PalettePage[];
  /** The text that was typed before this code was loaded. */
  typed: string;
  onType: (text: string) => void;
  onClose: () => void;
}

/** Ctrl/Cmd-K: pages, actions, the commands of screens (`useCommands`), and the objects of the desk. */
export function CommandPalette({ pages, typed, onClose }: CommandPaletteProps) {
  const focusReturn = useFocusReturn();
  return (
    <Dialog.Root open onOpenChange={onClose}>
      <Dialog.Portal>
        <Dialog.Overlay className="appearing fixed inset-0 z-(--z-modal) bg-overlay" />
        <Dialog.Content
          {...focusReturn}
          aria-describedby={undefined}
          className="rising fixed inset-x-0 top-[14dvh] z-(--z-palette) mx-auto w-[calc(100%-24px)] max-w-150 overflow-hidden rounded-xl bg-surface-raised shadow-lg max-md:top-3"
        >
          <Dialog.Title className="sr-only">Command palette</Dialog.Title>
          <PaletteContent pages={pages} typed={typed} onDone={onClose} />
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

interface PaletteContentProps extends Pick<CommandPaletteProps, 'pages' | 'typed'> {
  onDone: () => void;
}

/** The entries for a text under their headings, and the id of the first one. */
function useGroups(pages: readonly PalettePage[], query: string) {
  const navigate = useNavigate();
  const pathname = useLocation({ select: (location) => location.pathname });
  const commands = useAllCommands();
  const objects = useFoundObjects(query);
  const works = useRecentWork();
  const pageEntries = pages.map((page) => ({
    id: `page ${page.to}`,
    label: page.label,
    icon: page.icon,
    shortcut: keyLabel(`g ${page.letter}`),
    run: () => void navigate({ to: page.to }),
  }));
  const offered = new Set(commands.map(({ id }) => id));
  const labelOf = (to: PalettePage['to']) => pages.find((page) => page.to === to)?.label;
  // An open page offers the actions that it can run now.
  const elsewhere = PAGE_VERBS.filter(
    ({ id, to, search }) => !offered.has(id) && (to !== pathname || search !== undefined),
  ).map(
    ({ id, to, search, ...verb }): PaletteEntry => ({
      ...verb,
      id,
      note: labelOf(to),
      run: () => {
        void navigate({ to, ...(search && { search }) });
        runOnceOffered(id);
      },
    }),
  );
  const verbWords = new Map(PAGE_VERBS.map(({ id, keywords }) => [id, keywords ?? []]));
  const here = commands
    // An earlier search for an artist leads to the same events as the artist itself.
    .filter(({ artist = '' }) => !objects.artists.has(artist.toLowerCase()))
    .map((command) => ({
      ...command,
      // The same words find it on its own page and on all others.
      keywords: [...(command.keywords ?? []), ...(verbWords.get(command.id) ?? [])],
    }));
  const count = countIn(query);
  const counted: PaletteEntry[] =
    count === null || count > MOST_USERS
      ? []
      : [
          {
            // Uses a new id for each count, because the words of an entry do not change.
            id: `users.generate ${count}`,
            label: `Generate ${countOf(count, 'user')}`,
            note: labelOf('/user-generator'),
            keywords: [`generate ${count} users`, 'addresses', 'names'],
            run: () =>
              void navigate({
                to: '/user-generator',
                search: { count: String(count), start: 'now' },
              }),
          },
        ];
  const recent = query === '' ? works.items : [];
  const groups: [string, readonly PaletteEntry[]][] = [
    ['Recent work', recent],
    ['Go to', pageEntries],
    ...Map.groupBy(here, ({ group = 'Actions' }) => group),
    ['On other pages', [...counted, ...elsewhere]],
    ...objects.groups,
  ];
  // The first entry depends on works that may still be loading. Enter opens nothing until they are there.
  const first = works.isFetching ? NOTHING : [...recent, ...pageEntries][0]?.id;
  return { groups: groups.filter(([, entries]) => entries.length > 0), objects, first };
}

function PaletteContent({ pages, typed, onDone }: PaletteContentProps) {
  const [query, setQuery] = useState(typed);
  const { groups, objects, first } = useGroups(pages, query);
  const [cursor, setCursor] = useState('');
  const [hasMoved, setMoved] = useState(false);
  const isAtStart = query === '' && !hasMoved;
  const open = (entry: PaletteEntry) => {
    onDone();
    // Runs after the palette has returned the focus, so that an action may move it.
    setTimeout(entry.run);
  };
  return (
    <Command
      loop
      label="Command palette"
      filter={rank}
      // Objects are found after the first entry was chosen.
      value={isAtStart ? first : hasMoved ? cursor : (objects.best ?? cursor)}
      onValueChange={setCursor}
      onKeyDown={({ key }) => MOVING_KEYS.has(key) && setMoved(true)}
      onPointerMove={({ target }) =>
        target instanceof Element && target.closest('[cmdk-item]') && setMoved(true)
      }
      vimBindings={false}
    >
      <div className="flex h-(--size-toolbar) items-center gap-2.5 border-b border-border px-3.5">
        <Search className="size-4 flex-none text-text-muted" />
        <Command.Input
          // The longest query of GET /palette.
          maxLength={100}
          value={query}
          onValueChange={(text) => {
            setQuery(text);
            setMoved(false);
          }}
          placeholder="Search or jump to…"
          className="min-w-0 flex-1 bg-transparent text-md outline-none! max-md:text-lg"
        />
        {objects.isSearching ? <Spinner className="text-text-muted" /> : null}
        <Kbd>Esc</Kbd>
      </div>
      <Command.List label="Results" className="max-h-[min(560px,64dvh)] overflow-auto p-1.5">
        {groups.map(([heading, entries]) => (
          <Command.Group
            key={heading}
            heading={heading}
            className="**:[[cmdk-group-heading]]:px-2 **:[[cmdk-group-heading]]:pt-1.75 **:[[cmdk-group-heading]]:pb-0.75 **:[[cmdk-group-heading]]:text-2xs **:[[cmdk-group-heading]]:font-medium **:[[cmdk-group-heading]]:text-text-subtle"
          >
            {entries.map((entry) => (
              <PaletteItem
                key={entry.id}
                entry={entry}
                query={query.trim()}
                onSelect={() => open(entry)}
              />
            ))}
          </Command.Group>
        ))}
        {objects.failure ? (
          <PaletteItem entry={objects.failure} query="" onSelect={objects.failure.run} />
        ) : null}
      </Command.List>
      <p role="status" className="sr-only">
        {objects.isSearching ? 'Searching' : ''}
      </p>
      <KeyHints />
    </Command>
  );
}

function KeyHints() {
  return (
    <div
      aria-hidden="true"
      className="flex gap-3.5 border-t border-border px-3.5 py-2 text-2xs text-text-muted max-md:hidden"
    >
      <span className="flex items-center gap-1">
        <Kbd>↑</Kbd>
        <Kbd>↓</Kbd> move
      </span>
      <span className="flex items-center gap-1">
        <Kbd>↵</Kbd> open
      </span>
      <span className="flex items-center gap-1">
        <Kbd>Esc</Kbd> close
      </span>
    </div>
  );
}

/** No entry has this id. An empty id would let the palette choose its first entry. */
const NOTHING = 'nothing';

/** Keys that move the palette's cursor. */
const MOVING_KEYS: ReadonlySet<string> = new Set(['ArrowUp', 'ArrowDown', 'Home', 'End']);

interface PaletteItemProps {
  entry: PaletteEntry;
  /** The typed text, which the label marks. */
  query: string;
  onSelect: () => void;
}

function PaletteItem({ entry, query, onSelect }: PaletteItemProps) {
  const { id, label, note, icon: Icon = CornerDownRight, keywords = [], shortcut } = entry;
  return (
    <Command.Item
      value={id}
      keywords={[label, ...keywords]}
      onSelect={onSelect}
      className="flex h-8.5 items-center gap-2.25 rounded-sm px-2 whitespace-nowrap select-none data-[selected=true]:bg-accent-subtle max-md:h-11 [&_svg]:size-4 [&_svg]:flex-none [&_svg]:text-text-muted"
    >
      <Icon />
      <span className="flex min-w-0 flex-1 items-baseline gap-1.5">
        <span className="min-w-0 truncate">
          <Marked text={label} query={query} />
        </span>
        {/** The text before the label is not shortened, because it begins with the kind of an object. */}
        {note ? (
          <span className="max-w-1/2 flex-none truncate text-xs text-text-muted"> {note}</span>
        ) : null}
      </span>
      {shortcut ? <Kbd>{shortcut}</Kbd> : null}
    </Command.Item>
  );
}

/** The best entry comes first, and the search for artists last. */
function rank(id: string, query: string, labels: readonly string[] = []): number {
  if (id === ARTIST_SEARCH) return 0.1;
  return labels.includes(BEST) ? 2 : rankOf(query, labels);
}

/** A text whose typed part has the accent colour. */
function Marked({ text, query }: { text: string; query: string }) {
  const at = query === '' ? -1 : text.toLowerCase().indexOf(query.toLowerCase());
  if (at < 0) return text;
  return (
    <>
      {text.slice(0, at)}
      <mark className="bg-transparent font-semibold text-accent-text">
        {text.slice(at, at + query.length)}
      </mark>
      {text.slice(at + query.length)}
    </>
  );
}
