import { useNavigate } from '@tanstack/react-router';
import { Command } from 'cmdk';
import { CircleAlert, CornerDownRight, History, Search } from 'lucide-react';
import { Dialog } from 'radix-ui';
import { type ReactNode, useState } from 'react';
import { type Command as DeskCommand, useAllCommands } from '../../../lib/commands.ts';
import { useFocusReturn } from '../../../ui/focus-return.ts';
import { Kbd, keyLabel } from '../../../ui/kbd.tsx';
import { Spinner } from '../../../ui/spinner.tsx';
import { ALL_PAGES } from '../navigation.ts';
import { ARTIST_SEARCH, useFoundObjects, useRecentWork } from './palette-objects.ts';

const ITEM_CLASS =
  'flex h-[34px] items-center gap-[9px] rounded-sm px-2 whitespace-nowrap select-none data-[selected=true]:bg-accent-subtle max-md:h-11 [&_svg]:size-4 [&_svg]:flex-none [&_svg]:text-text-muted';

export interface CommandPaletteProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** The text that was typed before this code was loaded. */
  typed: string;
  onType: (text: string) => void;
}

/** Ctrl/Cmd-K: pages, actions, the commands of screens (`useCommands`), and the objects of the desk. */
export function CommandPalette({ open, onOpenChange, typed }: CommandPaletteProps) {
  const focusReturn = useFocusReturn();
  return (
    <Dialog.Root open={open} onOpenChange={onOpenChange}>
      <Dialog.Portal>
        <Dialog.Overlay className="appearing fixed inset-0 z-(--z-modal) bg-overlay" />
        <Dialog.Content
          {...focusReturn}
          aria-describedby={undefined}
          className="rising fixed inset-x-0 top-[14dvh] z-(--z-palette) mx-auto w-[calc(100%-24px)] max-w-[600px] overflow-hidden rounded-xl bg-surface-raised shadow-lg max-md:top-3"
        >
          <Dialog.Title className="sr-only">Command palette</Dialog.Title>
          <PaletteContent typed={typed} onDone={() => onOpenChange(false)} />
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

function PaletteContent({ typed, onDone }: { typed: string; onDone: () => void }) {
  const [query, setQuery] = useState(typed);
  const navigate = useNavigate();
  const commands = useAllCommands();
  const objects = useFoundObjects(query);
  const works = useRecentWork();
  const [cursor, setCursor] = useState('');
  const [hasMoved, setMoved] = useState(false);
  // Which entry is first depends on works that may still be loading: until they are there, Enter opens nothing.
  const first = works.isFetching ? NOTHING : (works.items[0]?.id ?? pageId(ALL_PAGES[0]));
  const isAtStart = query === '' && !hasMoved;
  const headings = [...new Set(commands.map(groupOf))];
  const run = (action: () => void) => () => {
    onDone();
    // After the palette has given focus back, so that an action may move it.
    setTimeout(action);
  };
  return (
    <Command
      loop
      label="Command palette"
      filter={rank}
      value={isAtStart ? first : cursor}
      onValueChange={setCursor}
      onKeyDown={({ key }) => MOVING_KEYS.has(key) && setMoved(true)}
      onPointerMove={({ target }) =>
        target instanceof Element && target.closest('[cmdk-item]') && setMoved(true)
      }
      vimBindings={false}
    >
      <div className="flex h-[46px] items-center gap-2.5 border-b border-border px-3.5">
        <Search className="size-4 flex-none text-text-muted" />
        <Command.Input
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
      <Command.List label="Results" className="max-h-[340px] overflow-auto p-1.5">
        {query === '' && works.items.length > 0 ? (
          <PaletteGroup heading="Recent work">
            {works.items.map(({ id, label, note, run: open }) => (
              <PaletteItem
                key={id}
                id={id}
                label={label}
                note={note}
                query=""
                icon={<History />}
                onSelect={run(open)}
              />
            ))}
          </PaletteGroup>
        ) : null}
        <PaletteGroup heading="Go to">
          {ALL_PAGES.map((page) => (
            <PaletteItem
              key={page.to}
              id={pageId(page)}
              label={page.label}
              query={query}
              icon={<page.icon />}
              shortcut={keyLabel(`g ${page.letter}`)}
              onSelect={run(() => void navigate({ to: page.to }))}
            />
          ))}
        </PaletteGroup>
        {headings.map((heading) => (
          <PaletteGroup key={heading} heading={heading}>
            {commands
              .filter((command) => groupOf(command) === heading)
              .map((command) => (
                <PaletteItem
                  key={command.id}
                  id={command.id}
                  label={command.label}
                  query={query}
                  keywords={command.keywords}
                  icon={<CornerDownRight />}
                  shortcut={command.shortcut}
                  onSelect={run(command.run)}
                />
              ))}
          </PaletteGroup>
        ))}
        {objects.groups.map(([heading, items]) => (
          <PaletteGroup key={heading} heading={heading}>
            {items.map(({ id, label, note, icon: Icon, run: open }) => (
              <PaletteItem
                key={id}
                id={`object ${id}`}
                label={label}
                note={note}
                query={query.trim()}
                // The server found it: the palette's own filter lets it through.
                keywords={[query]}
                icon={<Icon />}
                onSelect={run(open)}
              />
            ))}
          </PaletteGroup>
        ))}
        {objects.hasFailed ? (
          <Command.Item
            value="object search failed"
            keywords={[query]}
            onSelect={objects.retry}
            className={ITEM_CLASS}
          >
            <CircleAlert />
            <span className="min-w-0 flex-1 truncate">
              Objects could not be searched. Try again.
            </span>
          </Command.Item>
        ) : null}
      </Command.List>
      <p role="status" className="sr-only">
        {objects.isSearching ? 'Searching' : ''}
      </p>
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
    </Command>
  );
}

/** No entry has this id. An empty id would let the palette choose its first entry. */
const NOTHING = 'nothing';

/** Keys that move the palette's cursor. */
const MOVING_KEYS: ReadonlySet<string> = new Set(['ArrowUp', 'ArrowDown', 'Home', 'End']);

const pageId = (page: (typeof ALL_PAGES)[number] | undefined): string => `page ${page?.to}`;

function groupOf({ group }: DeskCommand): string {
  return group ?? 'Actions';
}

function PaletteGroup({ heading, children }: { heading: string; children: ReactNode }) {
  return (
    <Command.Group
      heading={heading}
      className="**:[[cmdk-group-heading]]:px-2 **:[[cmdk-group-heading]]:pt-[7px] **:[[cmdk-group-heading]]:pb-[3px] **:[[cmdk-group-heading]]:text-2xs **:[[cmdk-group-heading]]:font-medium **:[[cmdk-group-heading]]:text-text-subtle"
    >
      {children}
    </Command.Group>
  );
}

interface PaletteItemProps {
  id: string;
  label: string;
  /** Behind the label, such as the tool that the object belongs to. */
  note?: string;
  query: string;
  keywords?: string[] | undefined;
  icon: ReactNode;
  shortcut?: string | undefined;
  onSelect: () => void;
}

function PaletteItem({
  id,
  label,
  note = '',
  query,
  keywords = [],
  icon,
  shortcut,
  onSelect,
}: PaletteItemProps) {
  return (
    <Command.Item
      value={id}
      keywords={[label, ...keywords]}
      onSelect={onSelect}
      className={ITEM_CLASS}
    >
      {icon}
      <span className="min-w-0 flex-1 truncate">
        <Marked text={label} query={query} />
        {note === '' ? null : <span className="ml-1 text-xs text-text-muted"> {note}</span>}
      </span>
      {shortcut ? <Kbd>{shortcut}</Kbd> : null}
    </Command.Item>
  );
}

/** The best rank is for a label or keyword that begins with the typed text, then for a word that does, then for any match. */
function rank(id: string, query: string, labels: string[] = []): number {
  if (id === `object ${ARTIST_SEARCH}`) return 0.1;
  const wanted = query.trim().toLowerCase();
  const scores = labels.map((label) => {
    const at = label.toLowerCase().indexOf(wanted);
    if (at < 0) return 0;
    if (at === 0) return 1;
    return /\w/.test(label.charAt(at - 1)) ? 0.3 : 0.6;
  });
  return Math.max(0, ...scores);
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
