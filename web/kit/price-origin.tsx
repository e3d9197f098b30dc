import type { ReactNode } from 'react';
import { PRICE_SOURCE_NAMES, type PriceSource } from '../../shared/price-monitor/price-source.ts';
import { Time } from './time.tsx';

interface PriceOriginProps {
  /** Null if it was not recorded. */
  source: PriceSource | null;
  /** When the prices were read: an ISO instant or milliseconds since the epoch; null before the first reading. */
  at: string | number | null;
  now: number;
}

/**
 * Where and how long ago prices were read: `Event page, 12 s ago`; nothing before the first
 * reading.
 */
export function PriceOrigin({ source, at, now }: PriceOriginProps): ReactNode {
  const name = source === null ? null : PRICE_SOURCE_NAMES[source];
  if (at === null) return name;
  return (
    <>
      {name === null ? null : `${name}, `}
      <Time at={at} as="age" now={now} />
    </>
  );
}
