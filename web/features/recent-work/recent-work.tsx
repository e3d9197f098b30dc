import { keepPreviousData } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Copy, Ellipsis, PencilLine, Trash2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { WorkItem, WorkKind } from '../../../shared/recent-work/schema.ts';
import { attempt } from '../../kit/failure.ts';
import { MoreButton, usePages } from '../../kit/pages.tsx';
import { QueryView } from '../../kit/query-view.tsx';
import { Time } from '../../kit/time.tsx';
import { useDebounced } from '../../lib/debounced.ts';
import { countOf, formatNumber } from '../../lib/format.ts';
import { useNow } from '../../lib/now.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Menu, MenuItem } from '../../ui/menu.tsx';
import { Section } from '../../ui/panel.tsx';
import { SearchInput } from '../../ui/search-input.tsx';
import { TableSkeleton } from '../../ui/skeleton.tsx';
import { toast } from '../../ui/toast.tsx';
import { NameDialog } from './name-dialog.tsx';
import { deleteWork, duplicateWork, renameWork, restoreWork, workListQuery } from './queries.ts';
import { newestOf, WORK_PAGES, WORK_TOOLS } from './work-link.ts';

/** A list of fewer works is not searched. */
const SEARCHED_FROM = 8;
const TYPING_MS = 200;
/** Works of the overview. */
const OVERVIEW_WORKS = 5;

export interface RecentWorkProps {
  /** Lists only the work of this tool; by default, of all tools. */
  kind?: WorkKind;
  title?: string;
  /** Shows the newest works only, without empty drafts and repetitions; a button lists all. */
  isOverview?: boolean;
  /** Replaces the list if there is no work; nothing by default. */
  empty?: ReactNode;
  className?: string;
}

/**
 * The operator's work, newest first, with its actions: continue, rename, duplicate, delete. Nothing
 * if there is no work.
 */
export function RecentWork({
  kind,
  title = 'Recent work',
  isOverview = false,
  empty = null,
  className,
}: RecentWorkProps) {
  const [isWhole, setIsWhole] = useState(!isOverview);
  const [search, setSearch] = useState('');
  const wanted = useDebounced(search.trim(), TYPING_MS);
  const { query, rows, total } = usePages({
    ...workListQuery(kind, wanted),
    placeholderData: keepPreviousData,
  });
  const isEmpty = query.data !== undefined && total === 0 && wanted === '';
  if (isEmpty && empty === null) return null;
  return (
    <Section
      title={title}
      className={className}
      actions={
        isWhole && (total >= SEARCHED_FROM || search !== '') ? (
          <SearchInput label="Search recent work" value={search} onChange={setSearch} />
        ) : null
      }
    >
      <QueryView
        query={query}
        headingLevel={3}
        loading={<TableSkeleton label="Loading recent work" rows={isOverview ? 1 : 5} />}
        failure="Recent work could not be loaded"
      >
        {() => {
          if (isEmpty) return empty;
          const items = isWhole ? rows : newestOf(rows).slice(0, OVERVIEW_WORKS);
          return (
            <>
              <ul aria-label={title} className="m-0 list-none p-0">
                {items.map((item) => (
                  <WorkRow key={item.id} item={item} isToolShown={kind === undefined} />
                ))}
              </ul>
              {items.length === 0 && !isWhole ? (
                <p className="text-text-muted">Only drafts without rows.</p>
              ) : null}
              {items.length === 0 && isWhole ? (
                <p role="status" className="py-3 text-text-muted">
                  Nothing matches “{wanted}”.
                </p>
              ) : null}
              {isWhole ? (
                <MoreButton size="sm" className="mt-2" query={query}>
                  Show more
                </MoreButton>
              ) : null}
              {isOverview && (isWhole || total > items.length) ? (
                <Button
                  size="xs"
                  variant="ghost"
                  className="mt-1.5 -ml-1.5"
                  onClick={() => {
                    setSearch('');
                    setIsWhole(!isWhole);
                  }}
                >
                  {isWhole ? 'Newest work' : `All work, ${formatNumber(total)}`}
                </Button>
              ) : null}
            </>
          );
        }}
      </QueryView>
    </Section>
  );
}

function WorkRow({ item, isToolShown }: { item: WorkItem; isToolShown: boolean }) {
  const [isNaming, setIsNaming] = useState(false);
  const now = useNow();
  const label = labelOf(item);
  const facts = [
    isToolShown ? WORK_TOOLS[item.kind] : '',
    item.name === null ? '' : item.title,
    item.events === null ? '' : countOf(item.events, 'event'),
    describeRows(item),
  ];
  const remove = () =>
    attempt('Not deleted', async () => {
      await deleteWork(item);
      const run = () => attempt('Not restored', () => restoreWork(item));
      toast({ title: `"${label}" deleted`, action: { label: 'Undo', run } });
    });
  return (
    <li className="flex min-h-(--size-toolbar) items-center gap-2 border-b border-border last:border-b-0 max-md:min-h-13">
      <Link
        to={WORK_PAGES[item.kind]}
        search={{ work: String(item.id) }}
        className="-mx-2 min-w-0 flex-1 rounded-sm px-2 py-1 hover:bg-surface-hover"
      >
        <span className="flex items-center gap-2">
          <span className="truncate font-medium">{label}</span>
          {item.name === null ? null : <Badge>Named</Badge>}
        </span>
        <span className="tn flex gap-1.5 text-xs text-text-muted">
          <span className="min-w-0 truncate empty:hidden">{facts.filter(Boolean).join(', ')}</span>
          {facts.some(Boolean) ? <span aria-hidden="true">·</span> : null}
          <Time at={item.updated_at} as="ago" now={now} className="flex-none" />
        </span>
      </Link>
      <Menu
        trigger={
          <IconButton
            size="sm"
            label={`Actions for ${label}`}
            icon={<Ellipsis />}
            aria-haspopup="menu"
          />
        }
      >
        <MenuItem icon={<PencilLine />} onSelect={() => setIsNaming(true)}>
          Rename
        </MenuItem>
        <MenuItem
          icon={<Copy />}
          onSelect={() => attempt('Not duplicated', () => duplicateWork(item))}
        >
          Duplicate
        </MenuItem>
        <MenuItem danger icon={<Trash2 />} onSelect={() => void remove()}>
          Delete
        </MenuItem>
      </Menu>
      {isNaming ? (
        <NameDialog
          title="Rename work"
          description="Named work is kept until you delete it."
          submitLabel="Rename"
          name={item.name ?? ''}
          onName={(name) => renameWork(item, name)}
          onClose={() => setIsNaming(false)}
        />
      ) : null}
    </li>
  );
}

/** A sign-up page requires accounts; the other tools create rows. */
function describeRows({ kind, rows }: WorkItem): string {
  if (rows === null) return '';
  if (kind !== 'signup') return countOf(rows, 'row');
  return rows === 0 ? 'no accounts yet' : countOf(rows, 'account');
}

const labelOf = ({ name, title, kind }: WorkItem): string => name ?? (title || WORK_TOOLS[kind]);
