import { Link } from '@tanstack/react-router';
import { clsx } from 'clsx';
import { TrendingDown, TrendingUp } from 'lucide-react';
import type { DashboardOutlook } from '../../../../shared/dashboard/schema.ts';
import { formatPrice } from '../../../../shared/price-monitor/prices.ts';
import { SALE_STATE_NAMES } from '../../../../shared/price-monitor/sale-state.ts';
import { PriceOrigin } from '../../../kit/price-origin.tsx';
import { useNow } from '../../../lib/now.ts';
import { Section } from '../../../ui/panel.tsx';
import { Sparkline } from '../../../ui/sparkline.tsx';
import { textLinkClass } from '../../../ui/text-link.ts';
import type { DashboardProps } from '../queries.ts';
import { savedHeight, useLastHeight } from './last-height.ts';

/** Six prices, as most desks have them. */
const lastHeight = savedHeight('prices', 252);

/** The watched events whose lowest price moved most within an hour. */
export function PriceMoves({ data }: DashboardProps) {
  const moves = data?.outlook?.price_moves;
  const { content, height } = useLastHeight(lastHeight);
  return (
    <Section
      title="Prices moving"
      actions={
        <Link to="/event-price-monitoring" className={textLinkClass}>
          All prices
        </Link>
      }
    >
      <div style={{ minHeight: height }}>
        <div ref={content}>
          <ul className="m-0 list-none p-0">
            {moves?.map((move) => (
              <PriceMove key={move.url} {...move} />
            ))}
            {moves?.length === 0 ? (
              <li className="grid min-h-10.5 content-center text-text-muted">
                No watched price moved within the last day.
              </li>
            ) : null}
          </ul>
        </div>
      </div>
    </Section>
  );
}

/** Colours are from the perspective of a buyer: up is red, down is green. */
function PriceMove({
  url,
  title,
  city,
  low,
  currency,
  move,
  recent,
  sale_state: state,
  source,
  read_at: readAt,
}: DashboardOutlook['price_moves'][number]) {
  const Icon = move > 0 ? TrendingUp : TrendingDown;
  const price = formatPrice(low, currency);
  const change = formatPrice(Math.abs(move), currency);
  return (
    <li className="flex h-10.5 items-center gap-2.5">
      <span className="min-w-0 flex-1" title={[title ?? url, city].filter(Boolean).join(', ')}>
        <span className="block truncate leading-4">{title ?? url}</span>
        <span className="block truncate text-xs leading-4 text-text-muted">
          {city && `${city}, `}
          <PriceOrigin source={source} at={readAt} now={useNow()} />
        </span>
      </span>
      <Sparkline values={recent} width={56} height={22} label={`Lowest price, now ${price}`} />
      <span className="tn w-24 flex-none text-right">
        <span className="block leading-4 font-medium">{price}</span>
        {state === 'on_sale' ? (
          <span
            className={clsx(
              'flex items-center justify-end gap-1 text-xs leading-4',
              move > 0 ? 'text-danger-text' : 'text-success-text',
            )}
          >
            <Icon className="size-3" />
            <span className="sr-only">{move > 0 ? 'up by' : 'down by'}</span>
            {change}
          </span>
        ) : (
          <span className="block truncate text-xs leading-4 text-warning-text">
            {SALE_STATE_NAMES[state]}
          </span>
        )}
      </span>
    </li>
  );
}
