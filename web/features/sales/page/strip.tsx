import { Check, Copy } from 'lucide-react';
import { describeStub } from '../../../../shared/ticketing/view/dates.ts';
import { DAY_MS } from '../../../../shared/times.ts';
import { Time } from '../../../kit/time.tsx';
import { formatPercent } from '../../../lib/format.ts';
import { Badge } from '../../../ui/badge.tsx';
import { COPY_REFUSED, useCopied } from '../../../ui/copy-button.tsx';
import { EventStub } from '../../../ui/ticket-card.tsx';
import { useServerNow } from './sale-clock.ts';
import type { Sale } from './sale-query.ts';
import {
  codeFor,
  countdown,
  fitWords,
  headlineOf,
  nameOf,
  nextMoment,
  outlookOf,
  stateOf,
} from './view.ts';

/** The event as a ticket: its date, the countdown to the next change, and what can be used now. */
export function Strip({ sale }: { sale: Sale }) {
  const { event } = sale;
  return (
    <div className="flex flex-wrap border-b border-border">
      <div className="flex w-22 flex-none flex-col items-center justify-center border-r border-dashed border-border-strong py-3 text-center">
        <EventStub stub={describeStub(event.date)} />
      </div>
      <div className="flex min-w-64 flex-1 flex-col justify-center px-5 py-3.5 max-md:px-3.5 xl:max-w-90">
        <Countdown sale={sale} />
      </div>
      <div className="flex min-w-64 flex-[2] flex-col justify-center gap-2 border-border px-5 py-3.5 max-md:basis-full max-md:border-t max-md:px-3.5 md:border-l">
        <Usable sale={sale} />
      </div>
    </div>
  );
}

function Countdown({ sale: { event, clockOffsetMs } }: { sale: Sale }) {
  const slowNow = useServerNow(clockOffsetMs);
  const coming = nextMoment(event.windows, slowNow);
  const isNear = coming !== null && coming.at - slowNow < DAY_MS;
  const now = useServerNow(clockOffsetMs, isNear);
  const moment = nextMoment(event.windows, now);
  if (event.note === 'Cancelled' || moment === null)
    return <Headline {...headlineOf(event, now)} />;
  const { window, kind, at } = moment;
  return (
    <>
      <p className="text-xs text-text-muted">
        {nameOf(window)} {kind} in
      </p>
      <p role="timer" aria-live="off" className="tn text-[26px] leading-8.5 font-semibold">
        {countdown(at - now).map(({ value, unit }) => (
          <span key={unit}>
            {value}
            <span className="ml-0.5 text-md font-medium text-text-muted">{unit}</span>{' '}
          </span>
        ))}
      </p>
      <p className="text-xs text-text-muted">
        <Time at={at} as="weekday" />
        {window.next_reminder_at === null ? null : (
          <>
            , next reminder <Time at={window.next_reminder_at} as="weekday" />
          </>
        )}
      </p>
    </>
  );
}

const Headline = ({ what, value }: { what: string; value: string }) => (
  <>
    <p className="text-xs text-text-muted">{what}</p>
    <p className="text-xl leading-7.5 font-semibold text-text-muted">{value}</p>
  </>
);

/** The window that is open, or the next one, with its best code. */
function Usable({ sale: { event, codes, clockOffsetMs } }: { sale: Sale }) {
  const now = useServerNow(clockOffsetMs);
  const open = event.windows.filter((window) => stateOf(window, now) === 'open');
  const ahead = event.windows.filter((window) => stateOf(window, now) === 'ahead');
  const window = open.at(-1) ?? ahead.find(({ kind }) => kind === 'presale') ?? ahead[0];
  const code = codeFor(codes, window);
  if (window === undefined)
    return <p className="max-w-[56ch] text-xs text-text-muted">{outlookOf(event)}</p>;
  const isOpen = open.includes(window);
  return (
    <>
      <p className="flex flex-wrap items-center gap-2 text-xs text-text-muted">
        <Badge tone={isOpen ? 'success' : 'info'}>
          {nameOf(window)} {isOpen ? 'open' : 'next'}
        </Badge>
        {window.closes_at === null ? null : (
          <span>
            until <Time at={window.closes_at} as="weekday" />
          </span>
        )}
      </p>
      {window.kind === 'general' ? (
        <p className="text-xs text-text-muted">It needs no code.</p>
      ) : code === undefined ? (
        <p className="text-xs text-text-muted">No code is known for it.</p>
      ) : (
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-xs text-text-muted">
          <BigCode code={code.code} />
          {fitWords(code)}, {formatPercent(code.confidence)} likely
        </p>
      )}
    </>
  );
}

const COPIED_MS = 2_000;

function BigCode({ code }: { code: string }) {
  const [state, copy] = useCopied(COPIED_MS);
  const done = { idle: '', copied: 'Copied!', refused: COPY_REFUSED }[state];
  return (
    <>
      <button
        type="button"
        aria-label={`Copy ${code}`}
        onClick={() => void copy(code)}
        className="inline-flex min-h-9 items-center gap-2.5 rounded-md border border-border-strong bg-surface-raised px-3 text-text hover:border-border-control hover:bg-surface-hover [&_svg]:size-4 [&_svg]:text-text-muted"
      >
        <bdi className="mono text-[17px] font-semibold break-all">{code}</bdi>
        {state === 'copied' ? <Check /> : <Copy />}
      </button>
      <span role="status">{done}</span>
    </>
  );
}
