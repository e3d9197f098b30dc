import type { TicketingEvent } from '../../../shared/ticketing/schema.ts';
import type { Reported } from './service.ts';

const KEPT_MS = 60_000;
/** An answer of 2,500 events is about 3 MB; an isolate has 128 MB for everything. */
const KEPT_ANSWERS = 4;

type Answer = Reported<TicketingEvent[]>;

const recent = new Map<string, { answer: Answer; at: number }>();

/** The artist's answer, if it is at most a minute old; else null. */
export function recallAnswer(artistId: string, now: number): Answer | null {
  const kept = recent.get(artistId);
  if (!kept || now - kept.at >= KEPT_MS || now < kept.at) return null;
  const times = { providerMs: 0, ownMs: 0, calls: 0 };
  return { value: kept.answer.value, report: { ...kept.answer.report, times } };
}

/** Keeps an answer for a minute, in place of the oldest one. */
export function keepAnswer(artistId: string, answer: Answer, now: number): void {
  recent.delete(artistId);
  recent.set(artistId, { answer, at: now });
  const [oldest] = recent.keys();
  if (recent.size > KEPT_ANSWERS && oldest !== undefined) recent.delete(oldest);
}
