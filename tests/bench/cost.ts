import { setTimeout as sleep } from 'node:timers/promises';
import { DAY, type Work } from './harness/cost/day.ts';
import {
  addUsage,
  chargeOf,
  FEES,
  LISTED_ON,
  monthlyCost,
  NAMES,
  NOTHING,
  PRICES,
  type Usage,
} from './harness/cost/plans.ts';
import { startWorld, type World } from './harness/cost/world.ts';
import type { Measure, Row } from './harness/row.ts';

const DAYS = 30;
const SCALES = [1, 10];
/** Background work has ended if nothing was counted for this long. */
const QUIET_MS = 2_000;
const SETTLED_WITHIN_MS = 120_000;
/** The most that a month may cost, in US dollars: ten cents for each operator and day. */
const LIMITS = [20 * DAYS * 0.1, 200 * DAYS * 0.1];

/** Waits until the work in the background has ended. @returns what was used since the start */
async function settle(world: World): Promise<Usage> {
  const startedAt = Date.now();
  let before = await world.usage();
  for (;;) {
    await sleep(QUIET_MS);
    const after = await world.usage();
    const isQuiet = NAMES.every((name) => name === 'cpuMs' || after[name] === before[name]);
    if (isQuiet || Date.now() - startedAt > SETTLED_WITHIN_MS) return after;
    before = after;
  }
}

interface Measured {
  work: Work;
  usage: Usage;
}

/** The usage of one run of a kind of work. */
async function measureWork(world: World, work: Work): Promise<Measured> {
  await work.prepare?.(world);
  const before = await settle(world);
  const times = await work.run(world);
  const after = await settle(world);
  return { work, usage: addUsage(NOTHING, addUsage(after, before, -1), 1 / times) };
}

const monthOf = (measured: readonly Measured[], scale: number): Usage =>
  measured.reduce(
    (sum, { work, usage }) => addUsage(sum, usage, work.perDay(scale) * DAYS),
    NOTHING,
  );

const short = (value: number) => Number(value.toPrecision(3)).toLocaleString('en');

/** Prints the usage of one run of each kind of work, and its cost in a month. */
function printWorks(measured: readonly Measured[]): void {
  for (const { work, usage } of measured) {
    const amounts = NAMES.map((name) => `${name} ${short(usage[name])}`).join(', ');
    const times = SCALES.map((scale) => short(work.perDay(scale))).join(' or ');
    console.log(`${work.what} (${times} a day): ${amounts}`);
  }
}

/** Prints the kinds of work that cause most of each charge. */
function printShares(measured: readonly Measured[], scale: number): void {
  const month = monthOf(measured, scale);
  console.log(`\nA month with ${scale} times the work: $${monthlyCost(month).toFixed(2)}`);
  for (const name of NAMES) {
    const parts = measured
      .map(({ work, usage }) => ({
        what: work.what,
        amount: usage[name] * work.perDay(scale) * DAYS,
      }))
      .sort((a, b) => b.amount - a.amount)
      .slice(0, 4)
      .map(({ what, amount }) => `${what} ${Math.round((100 * amount) / month[name])} %`);
    const charge = chargeOf(name, month[name]).toFixed(2);
    console.log(`${PRICES[name].what}: ${short(month[name])}, $${charge} (${parts.join(', ')})`);
  }
}

function rowsOf(month: Usage, scale: number, index: number): Row[] {
  const work = scale === 1 ? 'a month' : `a month with ${scale} times the work`;
  const amounts = NAMES.map((name) => ({
    what: `${PRICES[name].what}, ${work}`,
    measured: month[name],
    unit: name === 'cpuMs' ? 'ms' : name === 'gigabyteSeconds' ? 'GB-s' : '',
    against: `included in the plan, prices of ${LISTED_ON}`,
    limit: PRICES[name].included,
  }));
  const cost = {
    what: `cost of ${work}, with ${Object.keys(FEES).join(' and ')}`,
    measured: monthlyCost(month),
    unit: 'USD',
    against: '0.10 USD for each operator and day',
    limit: LIMITS[index] ?? 0,
  };
  return [...amounts, cost];
}

/**
 * What a month of a team of 20 costs at Cloudflare and Turso: each kind of work of a day
 * (harness/cost/day.ts) is measured alone, and multiplied with how often a day has it. Linux only,
 * for the processor time of workerd. It includes the work of the storage of queues and objects,
 * which Cloudflare does not charge as processor time.
 */
export const measure: Measure = async () => {
  const world = await startWorld();
  try {
    const close = await world.openChannels();
    await world.tick();
    const measured: Measured[] = [];
    for (const work of DAY) {
      console.log(`Measuring ${work.what}`);
      measured.push(await measureWork(world, work));
    }
    close();
    printWorks(measured);
    for (const scale of SCALES) printShares(measured, scale);
    return SCALES.flatMap((scale, index) => rowsOf(monthOf(measured, scale), scale, index));
  } finally {
    await world.stop();
  }
};
