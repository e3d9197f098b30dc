import { useQuery, useQueryClient } from '@tanstack/react-query';
import { clsx } from 'clsx';
import {
  ArrowLeft,
  CircleAlert,
  CircleCheck,
  Eraser,
  type LucideIcon,
  Radio,
  TrendingDown,
  TrendingUp,
} from 'lucide-react';
import { useState } from 'react';
import { Time } from '../../../kit/time.tsx';
import { Button } from '../../../ui/button.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { Menu, MenuRadio } from '../../../ui/menu.tsx';
import { type ActivityKind, activityQuery } from './activity.ts';

const ICONS: Record<ActivityKind, { Icon: LucideIcon; tone: string; word: string }> = {
  success: { Icon: CircleCheck, tone: 'text-success-text', word: 'Done' },
  error: { Icon: CircleAlert, tone: 'text-danger-text', word: 'Error' },
  rise: { Icon: TrendingUp, tone: 'text-danger-text', word: 'Price rose' },
  fall: { Icon: TrendingDown, tone: 'text-success-text', word: 'Price fell' },
  info: { Icon: Radio, tone: 'text-accent-text', word: 'Note' },
};

type Filter = 'all' | 'errors' | 'prices';
const FILTERS = [
  { value: 'all', label: 'All types' },
  { value: 'errors', label: 'Errors' },
  { value: 'prices', label: 'Prices' },
] as const;
const KINDS: Record<Filter, readonly ActivityKind[]> = {
  all: ['success', 'error', 'rise', 'fall', 'info'],
  errors: ['error'],
  prices: ['rise', 'fall'],
};

interface ActivityLogProps {
  /** Below 900 px the log covers the screen while it is open, and is not shown otherwise. */
  isOpen: boolean;
  /** True while a panel replaces it. */
  isHidden: boolean;
  onClose: () => void;
}

/** The actions of the monitor and of the operator, newest first. */
export function ActivityLog({ isOpen, isHidden, onClose }: ActivityLogProps) {
  const client = useQueryClient();
  const { data: log = [] } = useQuery(activityQuery);
  const [filter, setFilter] = useState<Filter>('all');
  const shown = log.filter(({ kind }) => KINDS[filter].includes(kind));
  return (
    <aside
      aria-label="Activity log"
      className={clsx(
        'w-(--size-panel-log) flex-none flex-col border-l border-border bg-surface max-lg:fixed max-lg:inset-0 max-lg:z-(--z-modal) max-lg:w-full max-lg:border-0',
        isHidden ? 'hidden' : 'flex',
        !isOpen && 'max-lg:hidden',
      )}
    >
      <div className="flex min-h-(--size-toolbar) flex-none items-center gap-1 border-b border-border pr-2 pl-3.5">
        <IconButton
          label="Back"
          icon={<ArrowLeft />}
          className="-ml-2 lg:hidden"
          onClick={onClose}
        />
        <h2 className="flex-1 font-semibold">Activity</h2>
        <Menu
          label="Types of entries"
          trigger={
            <Button size="xs" variant="ghost">
              {FILTERS.find(({ value }) => value === filter)?.label}
            </Button>
          }
        >
          <MenuRadio label="Show" value={filter} onChange={setFilter} choices={FILTERS} />
        </Menu>
        <IconButton
          size="xs"
          label="Clear the log"
          icon={<Eraser />}
          disabled={log.length === 0}
          onClick={() => client.setQueryData(activityQuery.queryKey, [])}
        />
      </div>
      {/* Several prices can change in a second: a screen reader reads the log only on request. */}
      <div
        role="log"
        aria-label="Activity"
        aria-live="off"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard.
        tabIndex={0}
        className="min-h-0 flex-1 overflow-y-auto py-1.5 text-xs -outline-offset-2"
      >
        {shown.length === 0 ? (
          <p className="px-3.5 py-2 text-text-muted">
            {filter === 'all' ? 'Nothing has happened yet.' : 'No entry of this type.'}
          </p>
        ) : (
          <ol className="m-0 list-none p-0">
            {shown.map(({ id, at, kind, text, detail }) => {
              const { Icon, tone, word } = ICONS[kind];
              return (
                <li
                  key={id}
                  className="grid grid-cols-[52px_14px_minmax(0,1fr)] items-start gap-2 px-3.5 py-1.5"
                >
                  <Time at={at} as="seconds" className="tn whitespace-nowrap text-text-subtle" />
                  <Icon role="img" aria-label={word} className={`mt-0.5 size-3.5 ${tone}`} />
                  <span className="wrap-anywhere">
                    <span>{text}</span>
                    {detail === undefined ? null : (
                      <span className="block text-text-muted">{detail}</span>
                    )}
                  </span>
                </li>
              );
            })}
          </ol>
        )}
      </div>
    </aside>
  );
}
