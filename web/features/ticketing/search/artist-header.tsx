import { RefreshCw, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { formatInstant } from '../../../../shared/ticketing/view/dates.ts';
import type { ProviderQuota } from '../../../../shared/ticketing/view/quota.ts';
import { zoneName } from '../../../../shared/zone-name.ts';
import { PriceOrigin } from '../../../kit/price-origin.tsx';
import { countOf, formatNumber } from '../../../lib/format.ts';
import { useNow } from '../../../lib/now.ts';
import { Button } from '../../../ui/button.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { Toolbar } from '../../../ui/page.tsx';
import { Tooltip } from '../../../ui/tooltip.tsx';
import { ArtistImage } from '../artist-image.tsx';
import type { ArtistEvents } from '../queries.ts';

interface ArtistHeaderProps {
  name: string;
  /** Address of a picture, or ''. */
  picture: string;
  answer: ArtistEvents;
  countryCount: number;
  isRefreshing: boolean;
  onRefresh: () => void;
  onNewSearch: () => void;
  exportButton: ReactNode;
}

/** The artist with the number of events and countries, the provider's remaining calls, and the page's actions. */
export function ArtistHeader(props: ArtistHeaderProps) {
  const { name, picture } = props;
  const { events, quota, missing, readAt } = props.answer;
  const now = useNow();
  return (
    <Toolbar className="flex-wrap border-b-0! pt-1.5! pb-0! max-md:gap-y-0.5! max-md:overflow-visible!">
      <ArtistImage name={name} address={picture} className="size-7" />
      <h2 className="max-w-full truncate text-md font-semibold lg:max-xl:max-w-60 lg:max-xl:flex-none">
        {name}
      </h2>
      <p
        role="status"
        title={describeZones()}
        className="tn text-xs whitespace-nowrap text-text-muted"
      >
        {countOf(events.length, 'event')}, {countOf(props.countryCount, 'country', 'countries')}
      </p>
      {events.some(({ price_range }) => price_range !== null) ? (
        <p className="tn text-xs whitespace-nowrap text-text-muted">
          Prices: <PriceOrigin source="discovery" at={readAt} now={now} />
        </p>
      ) : null}
      {/* In one line with the actions, there is no room for half of it. */}
      <p
        className="min-w-0 truncate text-xs text-text-subtle lg:max-xl:hidden xl:grow xl:basis-40"
        title={describeZones()}
      >
        {describeZones()}
      </p>
      {missing > 0 ? (
        <p className="flex items-center gap-1 text-xs text-warning-text">
          <TriangleAlert className="size-3 flex-none" strokeWidth={2} />
          {countOf(missing, 'event')} missing: Ticketmaster did not return
          {missing === 1 ? ' it' : ' them'}
        </p>
      ) : null}
      <div className="ml-auto flex items-center gap-2 max-sm:ml-0 max-sm:w-full">
        {quota === null ? null : <Quota quota={quota} />}
        <IconButton
          label="Refresh"
          size="sm"
          busy={props.isRefreshing}
          icon={<RefreshCw />}
          onClick={props.onRefresh}
        />
        <Button size="sm" onClick={props.onNewSearch}>
          New Search
        </Button>
        {props.exportButton}
      </div>
    </Toolbar>
  );
}

/** `Sale times in Paris time (CET); concert times local` */
function describeZones(): string {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  const place = timeZone.split('/').at(-1)?.replaceAll('_', ' ') ?? timeZone;
  const short = zoneName(new Date().toISOString());
  const zone = place === short ? place : `${place} time (${short})`;
  return `Sale times in ${zone}; concert times local`;
}

function Quota({ quota: { available, limit, resets } }: { quota: ProviderQuota }) {
  const explanation =
    resets === null
      ? 'API calls left today, for all operators'
      : `API calls left until ${formatInstant(resets)} (${zoneName(resets)}), for all operators`;
  return (
    <Tooltip label={explanation} side="bottom">
      <button
        type="button"
        className="tn h-6 rounded-sm px-1 text-xs whitespace-nowrap text-text-subtle max-md:hidden"
      >
        {/* In one line with the artist there is only room for the number. */}
        <span className="sr-only">Ticketmaster: </span>
        {formatNumber(available)}
        {limit === null ? null : <span className="sr-only"> of {formatNumber(limit)}</span>} calls
        left
      </button>
    </Tooltip>
  );
}
