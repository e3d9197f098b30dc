import type { SlotGraph } from './slot-graph.ts';

/** An event that needs distinct accounts of its categories; without a category, of all. */
export interface AllocationEvent {
  id: string;
  accountsAmount: number;
  categories: readonly string[];
}

/** Why an event got fewer accounts than it needs. `reason` is a sentence for operators. */
export interface Shortfall {
  eventId: string;
  requested: number;
  assigned: number;
  missing: number;
  reason: string;
  /** The events that compete for the same accounts, itself excluded. */
  competingEventIds: string[];
}

interface Outcome {
  events: readonly AllocationEvent[];
  choices: readonly (readonly number[])[];
  graph: SlotGraph;
  eventsByAccount: number;
}

/** Explains every event that is not filled: too few accounts in its categories, or all of them at their limit elsewhere. */
export function explainShortfalls(outcome: Outcome): Shortfall[] {
  const eligible = outcome.events.map(() => 0);
  for (const choice of outcome.choices) {
    for (const event of choice) eligible[event] = (eligible[event] ?? 0) + 1;
  }
  return outcome.events.flatMap((event, index) => {
    const missing = outcome.graph.freeSlots(index);
    return missing > 0 ? [explain(outcome, event, index, eligible[index] ?? 0)] : [];
  });
}

function explain(
  outcome: Outcome,
  event: AllocationEvent,
  index: number,
  eligible: number,
): Shortfall {
  const { events, graph, eventsByAccount } = outcome;
  const missing = graph.freeSlots(index);
  const assigned = event.accountsAmount - missing;
  const competing = graph
    .eventsCompetingWith(index)
    .flatMap((other) => (other === index ? [] : (events[other]?.id ?? [])));

  const reasons: string[] = [];
  if (eligible < event.accountsAmount) reasons.push(tooFew(event, eligible));
  if (assigned < eligible) reasons.push(atTheirLimit(eligible - assigned, eventsByAccount));
  return {
    eventId: event.id,
    requested: event.accountsAmount,
    assigned,
    missing,
    reason: reasons.join(' '),
    competingEventIds: competing,
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
