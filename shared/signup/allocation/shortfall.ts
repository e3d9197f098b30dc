import type { SlotGraph } from './slot-graph.ts';

/** An event that requires distinct accounts of its categories; without a category, of all. */
export interface AllocationEvent {
  id: string;
  accountsAmount: number;
  categories: readonly string[];
}

/** Why an event got fewer accounts than it requires. `reason` is a sentence for operators. */
export interface Shortfall {
  eventId: string;
  requested: number;
  assigned: number;
  missing: number;
  reason: string;
  /** The other events that compete for the same accounts. */
  competingEventIds: string[];
}

interface Outcome {
  events: readonly AllocationEvent[];
  /** The number of accounts that may serve each event. */
  eligible: Int32Array;
  graph: SlotGraph;
  eventsByAccount: number;
}

/**
 * Explains every event that is not filled: too few accounts in its categories, or all of them at their limit elsewhere.
 * Yields after each one.
 */
export function* explainShortfalls(outcome: Outcome): Generator<void, Shortfall[]> {
  const shortfalls: Shortfall[] = [];
  const competitionOf = outcome.graph.findCompetition();
  for (const [index, event] of outcome.events.entries()) {
    if (outcome.graph.freeSlots(index) === 0) continue;
    const competing = competitionOf(index).filter((other) => other !== index);
    const competingEventIds = competing.map((other) => outcome.events[other]?.id ?? '');
    shortfalls.push({ ...explain(outcome, event, index), competingEventIds });
    yield;
  }
  return shortfalls;
}

function explain(
  { graph, eligible: eligibleByEvent, eventsByAccount }: Outcome,
  event: AllocationEvent,
  index: number,
): Omit<Shortfall, 'competingEventIds'> {
  const eligible = eligibleByEvent[index] ?? 0;
  const missing = graph.freeSlots(index);
  const assigned = event.accountsAmount - missing;
  const reasons: string[] = [];
  if (eligible < event.accountsAmount) reasons.push(tooFew(event, eligible));
  if (assigned < eligible) reasons.push(atTheirLimit(eligible - assigned, eventsByAccount));
  return {
    eventId: event.id,
    requested: event.accountsAmount,
    assigned,
    missing,
    reason: reasons.join(' '),
  };
}

function tooFew(event: AllocationEvent, eligible: number): string {
  const where = event.categories.length === 0 ? 'There' : 'In its categories there';
  const are = eligible === 1 ? 'is 1 account' : `are ${eligible} accounts`;
  const slots = event.accountsAmount === 1 ? '1 slot' : `${event.accountsAmount} slots`;
  return `${where} ${are} for ${slots}.`;
}

function atTheirLimit(accounts: number, eventsByAccount: number): string {
  const subject =
    accounts === 1
      ? '1 account that could serve it is'
      : `${accounts} accounts that could serve it are`;
  const limit = eventsByAccount === 1 ? '1 event' : `${eventsByAccount} events`;
  return `${subject} at the limit of ${limit} each.`;
}
