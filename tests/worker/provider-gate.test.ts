import { evictDurableObject } from 'cloudflare:test';
import { expect, test } from 'vitest';
import type { AdmissionRequest } from '../../worker/context/gate.ts';
import { bindings } from './settings.ts';

const REQUEST: AdmissionRequest = {
  priority: 'interactive',
  longestWaitMs: 60_000,
  longestPauseMs: 10_000,
  spacingMs: 200,
};
const BACKGROUND: AdmissionRequest = { ...REQUEST, priority: 'background' };

/** Each client has its own stub, like two isolates. */
function openTwice() {
  const name = `provider-${crypto.randomUUID()}`;
  return [bindings.PROVIDER_GATE.getByName(name), bindings.PROVIDER_GATE.getByName(name)] as const;
}

const tomorrow = () => Date.now() + 86_400_000;
const quotaOf = (available: number) => ({ available, limit: 5000, resetsAt: tomorrow() });

test('two clients share one pace', async () => {
  const [one, two] = openTwice();
  const admissions = await Promise.all(
    [1, 2, 3, 4].flatMap(() => [one.admit(REQUEST), two.admit(REQUEST)]),
  );
  const waits = admissions.map((admission) =>
    admission.kind === 'admitted' ? admission.waitMs : Number.NaN,
  );
  // Eight calls take eight slots of a fifth of a second; their requests take some time too.
  const ordered = waits.toSorted((a, b) => a - b);
  for (const [index, wait] of ordered.entries()) {
    expect(wait).toBeGreaterThan(index * 200 - 1_000);
    expect(wait).toBeLessThanOrEqual(index * 200);
  }
  expect(new Set(waits).size).toBe(8);
});

test('two clients share one quota, whose reserve background work does not touch', async () => {
  const [one, two] = openTwice();
  await one.report({ quota: quotaOf(1001), pauseMs: null });
  expect(await two.admit(BACKGROUND)).toMatchObject({ kind: 'admitted', available: 1000 });
  expect(await one.admit(BACKGROUND)).toMatchObject({ kind: 'refused', reason: 'reserve' });
  expect(await one.admit(REQUEST)).toMatchObject({ kind: 'admitted', available: 999 });
});

test('a 429 to one client delays all of them', async () => {
  const [one, two] = openTwice();
  await one.report({ quota: null, pauseMs: 60_000 });
  expect(await two.admit(REQUEST)).toMatchObject({ kind: 'refused', reason: 'pause' });
});

test('quota and pause survive the eviction of the gate', async () => {
  const [one, two] = openTwice();
  await one.report({ quota: quotaOf(500), pauseMs: 60_000 });
  await evictDurableObject(one);
  expect(await two.admit(BACKGROUND)).toMatchObject({ kind: 'refused', reason: 'reserve' });
  expect(await two.admit(REQUEST)).toMatchObject({ kind: 'refused', reason: 'pause' });
});
