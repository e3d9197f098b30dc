import { useEffect } from 'react';
import * as z from 'zod/mini';
import { DATA_SOURCES } from '../../../../shared/dashboard/schema.ts';
import { DeskFiller } from '../../../kit/first-use.tsx';
import { saved } from '../../../kit/saved/saved.ts';
import { StatusDot } from '../../../ui/badge.tsx';
import { Banner } from '../../../ui/banner.tsx';
import type { DashboardProps } from '../queries.ts';

const CHECKING = `Checking ${DATA_SOURCES.slice(0, -1).join(', ')}, and ${DATA_SOURCES.at(-1)}`;
const STATE_TEXTS = { simulated: 'simulated', missing: 'without a key', live: 'live' };
const state = z.enum(['simulated', 'missing', 'live']);

/**
 * The providers at the last visit. They are stored because the banner is the largest text of the
 * page and must not wait for the answer.
 */
const lastProviders = saved({
  key: 'dashboard-connections',
  schema: z.array(z.object({ name: z.string(), state })),
  fallback: [],
  owner: 'operator',
});

/** Created when it is used, because the first formatter of a page takes 20 ms. */
const listOf = (names: readonly string[]): string => new Intl.ListFormat('en').format(names);

/** `Ticketmaster and SeatGeek are simulated, Wikimedia is live` */
function statesText(providers: readonly { name: string; state: keyof typeof STATE_TEXTS }[]) {
  const byState = Map.groupBy(providers, (one) => one.state);
  return [...byState]
    .map(([name, group]) => {
      const names = listOf(group.map((one) => one.name));
      return `${names} ${group.length === 1 ? 'is' : 'are'} ${STATE_TEXTS[name]}`;
    })
    .join(', ');
}

/**
 * Whether the numbers come from the live providers. It has the height of the banner with its button
 * in each state, so that nothing moves.
 */
export function Connections({ data }: DashboardProps) {
  const { problems = [], providers } = data?.outlook ?? {};
  const shown = providers ?? lastProviders.read();
  useEffect(() => {
    if (providers !== undefined)
      lastProviders.write(providers.map(({ name, state }) => ({ name, state })));
  }, [providers]);
  const isLive = shown.length > 0 && shown.every((one) => one.state === 'live');
  const states = statesText(shown);
  return (
    <div className="grid min-h-16.25 content-center border-b border-border px-5 py-2 max-md:min-h-30.5 max-md:px-3.5">
      {data?.outlook?.has_other_key ? (
        <Banner tone="danger" title="Stored passwords and cards cannot be opened.">
          They were sealed with another DATA_KEY: give the server the key of the installation that
          this database comes from.
        </Banner>
      ) : problems.length > 0 ? (
        <Banner tone="warning" title="Some data is missing or late.">
          {problems.join(' ')}
        </Banner>
      ) : isLive ? (
        <p className="text-text-muted">
          <StatusDot tone="success">All data connections are live.</StatusDot>
        </p>
      ) : (
        <Banner
          title="Data connections are in development."
          actions={data ? <DeskFiller isInline /> : null}
          className="max-md:flex-wrap"
        >
          <span className="max-md:hidden">{states || CHECKING}. </span>Live statistics are coming
          soon.
        </Banner>
      )}
    </div>
  );
}
