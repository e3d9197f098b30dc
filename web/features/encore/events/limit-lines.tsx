import { TriangleAlert } from 'lucide-react';
import { cutAmounts, isCut } from '../../../../shared/encore/amounts.ts';
import type { ExceededLimit } from '../../../../shared/limit-guard/exceeded.ts';
import type { FieldValues, SiteField } from '../../../../shared/site-generator/fields.ts';
import { isPublished } from '../../../../shared/ticketing/view/values.ts';
import { countOf, formatNumber } from '../../../lib/format.ts';
import { Button } from '../../../ui/button.tsx';
import { badgeText } from '../../limit-guard/texts.ts';
import type { EventPlan } from '../plan.ts';

interface CutDefaultProps {
  plan: EventPlan;
  fields: readonly SiteField[];
  /** The event's own values. */
  values: FieldValues;
  general: FieldValues;
}

/** A note that the default amounts are cut to the published limit. */
export function CutDefault({ plan: { guarded }, fields, values, general }: CutDefaultProps) {
  const config = { global: general, events: { [guarded.id]: values } };
  if (!fields.some((field) => isCut(config, guarded, field))) return null;
  return (
    <span className="tn text-xs text-text-muted">
      Amount up to the published limit of {guarded.ticketLimit}
    </span>
  );
}

interface LimitLinesProps {
  plan: EventPlan;
  amounts: string;
  /** Lowers the amounts or accounts of the event to a limit. */
  onCut: (exceeded: ExceededLimit) => void;
}

/**
 * The limits that the event exceeds, each with its remedy, or a published limit without a number
 * that could be read.
 */
export function LimitLines({ plan, amounts, onCut }: LimitLinesProps) {
  const { event, exceeded, guarded } = plan;
  const published = event.ticketLimit;
  return (
    <>
      {guarded.ticketLimit === null && isPublished(published) ? (
        <p className="mt-2 text-xs text-text-muted">Ticket limit as published: “{published}”</p>
      ) : null}
      {exceeded.map((one) => (
        <p key={one.kind} className="mt-2 flex items-center gap-1.5 text-xs text-warning-text">
          <TriangleAlert className="size-3 flex-none" strokeWidth={2} />
          <span className="tn min-w-0 flex-1">
            {one.kind === 'accounts'
              ? `${countOf(one.asked, 'account')}, your rule allows ${formatNumber(one.limit)} for one event`
              : /^\d+$/.test(published)
                ? badgeText(one)
                : `“${published}”`}
          </span>
          <Button size="xs" onClick={() => onCut(one)}>
            Use {one.kind === 'tickets' ? cutAmounts(amounts, one.limit) : formatNumber(one.limit)}
          </Button>
        </p>
      ))}
    </>
  );
}
