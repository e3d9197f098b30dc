import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Bell, BellRing } from 'lucide-react';
import { createContext, type ReactNode, use, useMemo } from 'react';
import type { FollowedSale } from '../../../shared/reminders/schema.ts';
import { toastFailure, tryAgain } from '../../kit/failure.ts';
import { Time } from '../../kit/time.tsx';
import { countOf } from '../../lib/format.ts';
import { Button } from '../../ui/button.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { importAgain } from '../../ui/import-again.ts';
import { Popover } from '../../ui/popover.tsx';
import { followSale, followsQuery, isFollowedIn } from './queries.ts';

const loadNotice = () => importAgain(() => import('./channel-notice.ts'));

/** A sale to follow. `opensAt` is an ISO instant. */
export interface SaleAhead extends FollowedSale {
  opensAt: string;
}

/** `General sale`, the name of a presale, or `Presale` without one. */
export const saleName = ({ presale_name: name }: Pick<FollowedSale, 'presale_name'>): string =>
  name === null ? 'General sale' : name || 'Presale';

/** Whether the operator follows a sale of the surrounding list; null until that is known. */
type IsFollowed = (sale: FollowedSale) => boolean | null;
const Follows = createContext<IsFollowed>(() => null);

/** Reads with one call which sales of a list of events the operator follows. The list of ids must be memoised. */
export function FollowsOf({
  eventIds,
  children,
}: {
  eventIds: readonly string[];
  children: ReactNode;
}) {
  const { data } = useQuery(followsQuery(eventIds));
  const isFollowed = useMemo(() => isFollowedIn(data), [data]);
  return <Follows value={isFollowed}>{children}</Follows>;
}

/** Whether the operator follows a sale of the list that {@link FollowsOf} encloses; null until that is known. */
export const useIsFollowed = (): IsFollowed => use(Follows);

/**
 * The function that follows a sale, or stops following it. The change is shown at once, and
 * reverted with a message if it fails. Without a channel for reminders, a message shows once where
 * they appear.
 */
export function useFollow(): (sale: FollowedSale, isFollowed: boolean) => void {
  const navigate = useNavigate();
  return async (sale, isFollowed) => {
    try {
      await followSale(sale, isFollowed);
    } catch (error) {
      toastFailure(tryAgain('Failed to change the reminders'))(error);
      return;
    }
    if (!isFollowed) return;
    // The code of channels is large, and lists of events need nothing else from it.
    const notice = await loadNotice().catch(() => null);
    await notice?.showChannelNotice(() =>
      navigate({ to: '/settings', search: { section: 'channels' } }),
    );
  };
}

const bellOf = (isFollowed: boolean | null) =>
  isFollowed ? <BellRing className="text-accent-text!" /> : <Bell />;

interface FollowButtonProps {
  sale: FollowedSale;
  /** The event in the button's name: `Zoë Größe`. */
  of: string;
  /** Null while it is unknown: then the button is disabled. */
  isFollowed: boolean | null;
  look?: 'text' | 'icon';
}

/** Follows a sale, or stops following it. */
export function FollowButton({ sale, of, isFollowed, look = 'text' }: FollowButtonProps) {
  const follow = useFollow();
  // The name begins with the visible text.
  const verb = look === 'text' && isFollowed ? 'Following' : 'Follow';
  const label = `${verb} ${of}, ${saleName(sale)}`;
  const press = {
    'aria-pressed': isFollowed ?? undefined,
    disabled: isFollowed === null,
    onClick: () => follow(sale, !isFollowed),
  };
  return look === 'icon' ? (
    <IconButton size="xs" label={label} icon={bellOf(isFollowed)} {...press} />
  ) : (
    <Button size="xs" aria-label={label} icon={bellOf(isFollowed)} {...press}>
      {verb}
    </Button>
  );
}

/**
 * The button of an event in a list that {@link FollowsOf} encloses: it follows its sale, or lists
 * its future sales. React also passes events of that list to the row, which would select it or move
 * the cursor.
 */
export function FollowEvent({ sales, of }: { sales: readonly SaleAhead[]; of: string }) {
  const isFollowed = useIsFollowed();
  const [first] = sales;
  if (first === undefined) return null;
  if (sales.length === 1)
    return <FollowButton look="icon" sale={first} of={of} isFollowed={isFollowed(first)} />;
  const isKnown = isFollowed(first) !== null;
  const count = sales.filter((sale) => isFollowed(sale)).length;
  const followed = isKnown ? `, ${count} of ${countOf(sales.length, 'sale')} followed` : '';
  return (
    <Popover
      label={`Sales of ${of}`}
      align="end"
      trigger={
        <IconButton
          size="xs"
          label={`Follow sales of ${of}${followed}`}
          disabled={!isKnown}
          icon={bellOf(count > 0)}
        />
      }
    >
      {/* biome-ignore lint/a11y/noNoninteractiveElementInteractions: keeps clicks and keys from the grid around, see above. */}
      <ul
        className="m-0 flex list-none flex-col gap-2 p-0"
        onClick={(event) => event.stopPropagation()}
        onKeyDown={(event) => {
          if (event.key !== 'Tab') event.stopPropagation();
        }}
      >
        {sales.map((sale) => (
          <li
            key={`${sale.kind} ${sale.presale_name} ${sale.opensAt}`}
            className="flex items-center gap-3"
          >
            <span className="min-w-0 flex-1 text-xs">
              <span className="block max-w-60 truncate font-medium">{saleName(sale)}</span>
              <Time at={sale.opensAt} as="weekday" className="text-text-muted" />
            </span>
            <FollowButton sale={sale} of={of} isFollowed={isFollowed(sale)} />
          </li>
        ))}
      </ul>
    </Popover>
  );
}
