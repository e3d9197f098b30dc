import type { Highs } from 'highs';
import { categoryKey } from '../../shared/queues/keys.ts';
import type { Allocation } from '../../shared/signup/allocation/allocation.ts';
import { accountsByEvent, randomAllocation, type Task } from './allocation.ts';

/**
 * The cost of an untested account's slot. It is higher than that of any tested account, because ratios are at most 1.
 */
const UNTESTED_COST = 1000;

/**
 * The number of filled slots and their cost in thousandths of ratio; an untested account's slot
 * costs as much as {@link UNTESTED_COST} tested ones.
 */
export interface Outcome {
  slots: number;
  cost: number;
}

const costOf = (avgRatio: number | null): number =>
  avgRatio === null ? UNTESTED_COST * 1000 : Math.round(avgRatio * 1000);

export function outcomeOf(task: Task, allocation: Allocation): Outcome {
  const accounts = accountsByEvent(task, allocation).flat();
  return {
    slots: accounts.length,
    cost: accounts.reduce((sum, account) => sum + costOf(account.avgRatio), 0),
  };
}

/** Small tasks of every shape, by the seeds from `from` to below `to`. */
export function* randomTasks(from: number, to: number): Generator<[seed: number, task: Task]> {
  for (let seed = from; seed < to; seed++) {
    const shape = {
      accounts: 1 + (seed % 14),
      events: 1 + (seed % 7),
      categories: 1 + (seed % 5),
      perAccount: 3,
      perEvent: 2,
      slots: 1 + (seed % 11),
      eventsByAccount: 1 + (seed % 4),
    };
    yield [seed, randomAllocation(shape, seed)];
  }
}

/**
 * The same task as a linear program: it maximises the slots first, then minimises the cost of that
 * many slots.
 */
export function solveWithHighs(highs: Highs, input: Task): Outcome {
  const model = listPairs(input);
  if (model.pairs.length === 0) return { slots: 0, cost: 0 };
  const most = highs.solve(write(model, 'Maximize', () => 1));
  const slots = Math.round(most.ObjectiveValue);
  const total = `  total: ${model.pairs.map((pair) => pair.name).join(' + ')} = ${slots}\n`;
  const cheapest = highs.solve(
    write({ ...model, limits: model.limits + total }, 'Minimize', (pair) => pair.cost),
  );
  return { slots, cost: Math.round(cheapest.ObjectiveValue) };
}

interface Pair {
  name: string;
  cost: number;
}

function listPairs(input: Task): { pairs: Pair[]; limits: string } {
  const pairs: Pair[] = [];
  const byEvent = input.events.map((): string[] => []);
  const byAccount = input.accounts.map((): string[] => []);
  for (const [a, account] of input.accounts.entries()) {
    const own = new Set(account.categories.map(categoryKey));
    for (const [e, event] of input.events.entries()) {
      const isOpen =
        event.categories.length === 0 ||
        event.categories.some((name) => own.has(categoryKey(name)));
      if (!isOpen) continue;
      const name = `x${a}_${e}`;
      pairs.push({ name, cost: costOf(account.avgRatio) });
      byEvent[e]?.push(name);
      byAccount[a]?.push(name);
    }
  }
  const rows = [
    ...byEvent.map((names, e) => limit(`e${e}`, names, input.events[e]?.accountsAmount ?? 0)),
    ...byAccount.map((names, a) => limit(`a${a}`, names, input.eventsByAccount)),
  ];
  return { pairs, limits: rows.join('') };
}

function limit(name: string, variables: string[], most: number): string {
  return variables.length === 0 ? '' : `  ${name}: ${variables.join(' + ')} <= ${most}\n`;
}

function write(
  model: { pairs: Pair[]; limits: string },
  sense: 'Maximize' | 'Minimize',
  weight: (pair: Pair) => number,
): string {
  const objective = model.pairs.map((pair) => `${weight(pair)} ${pair.name}`).join(' + ');
  const bounds = model.pairs.map((pair) => `  0 <= ${pair.name} <= 1\n`).join('');
  return `${sense}\n  obj: ${objective}\nSubject To\n${model.limits}Bounds\n${bounds}End\n`;
}
