import fc from 'fast-check';
import { expect, test } from 'vitest';
import { HIGHEST_CONFIDENCE } from '../../shared/presale-codes/constants.ts';
import { ANY_CODE } from '../../shared/scanners/any-code.ts';
import { fromScanner } from '../../shared/scanners/protocol.ts';
import {
  assignJobs,
  type JobEvent,
  type JobState,
  MAX_ATTEMPTS,
  newJobState,
  SCANNER_LEASE_MS,
  transition,
} from '../../worker/durable/job-lifecycle.ts';

const DEADLINE = 100_000;
const leased = (scanner: string, now = 0): JobState =>
  transition(newJobState(DEADLINE), { type: 'assign', scanner, now });

test.each<[string, JobState, JobEvent, Partial<JobState>]>([
  [
    'a waiting job is leased',
    newJobState(DEADLINE),
    { type: 'assign', scanner: 'a', now: 5 },
    { phase: 'leased', scanner: 'a', attempts: 1, leaseUntil: 5 + SCANNER_LEASE_MS },
  ],
  [
    'its holder extends the lease',
    leased('a'),
    { type: 'renew', scanner: 'a', now: 9_000 },
    { phase: 'leased', leaseUntil: 9_000 + SCANNER_LEASE_MS },
  ],
  [
    'a lease that ends no more than two seconds earlier is not written again',
    leased('a'),
    { type: 'renew', scanner: 'a', now: 2_000 },
    { phase: 'leased', leaseUntil: SCANNER_LEASE_MS },
  ],
  [
    'one that ends earlier than that is',
    leased('a'),
    { type: 'renew', scanner: 'a', now: 2_001 },
    { phase: 'leased', leaseUntil: 2_001 + SCANNER_LEASE_MS },
  ],
  [
    'its holder finishes it',
    leased('a'),
    { type: 'finish', scanner: 'a', now: 9 },
    { phase: 'done', because: 'finished' },
  ],
  [
    'it waits again when its holder is gone',
    leased('a'),
    { type: 'lose_scanner', scanner: 'a' },
    { phase: 'waiting', lastScanner: 'a', attempts: 1 },
  ],
  [
    'it waits again when its lease is over',
    leased('a'),
    { type: 'pass_time', now: SCANNER_LEASE_MS },
    { phase: 'waiting', lastScanner: 'a' },
  ],
  [
    'it ends at its deadline',
    leased('a'),
    { type: 'pass_time', now: DEADLINE },
    { phase: 'done', because: 'too_late' },
  ],
  [
    'it ends without a password',
    leased('a'),
    { type: 'open_no_password', scanner: 'a', now: 9 },
    { phase: 'done', because: 'no_password' },
  ],
])('%s', (_, state, event, expected) => {
  expect(transition(state, event)).toMatchObject(expected);
});

const scanner = fc.constantFrom('a', 'b', 'c');
const now = fc.integer({ min: 0, max: DEADLINE + SCANNER_LEASE_MS });
const event: fc.Arbitrary<JobEvent> = fc.oneof(
  fc.record({
    type: fc.constantFrom('assign', 'renew', 'finish', 'open_no_password'),
    scanner,
    now,
  }),
  fc.record({ type: fc.constant('lose_scanner'), scanner }),
  fc.record({ type: fc.constant('pass_time'), now }),
);
const run = (events: readonly JobEvent[]): JobState[] => {
  const states: JobState[] = [newJobState(DEADLINE)];
  for (const one of events) states.push(transition(states.at(-1) ?? newJobState(DEADLINE), one));
  return states;
};

test('a finished job does not change', () => {
  fc.assert(
    fc.property(fc.array(event), event, (events, next) => {
      const last = run(events).at(-1);
      if (last?.phase === 'done') expect(transition(last, next)).toBe(last);
    }),
  );
});

test('a job is leased at most four times, and each lease counts', () => {
  fc.assert(
    fc.property(fc.array(event, { maxLength: 60 }), (events) => {
      const states = run(events);
      const leases = states.filter(
        (state, i) => state.phase === 'leased' && states[i - 1]?.phase === 'waiting',
      );
      expect(leases.length).toBeLessThanOrEqual(MAX_ATTEMPTS);
      const last = states.at(-1);
      if (last && last.phase !== 'done') expect(last.attempts).toBe(leases.length);
    }),
  );
});

test('a scanner that does not hold the job changes nothing', () => {
  fc.assert(
    fc.property(fc.array(event), event, (events, next) => {
      const last = run(events).at(-1);
      if (!last || next.type === 'pass_time' || next.type === 'assign') return;
      const isHolder = last.phase === 'leased' && last.scanner === next.scanner;
      if (!isHolder) expect(transition(last, next)).toBe(last);
    }),
  );
});

test('the deadline ends the job after any events', () => {
  fc.assert(
    fc.property(fc.array(event), (events) => {
      expect(run([...events, { type: 'pass_time', now: DEADLINE }]).at(-1)?.phase).toBe('done');
    }),
  );
});

test('waiting jobs go to the scanners with the fewest, and to the last one only if it is the only one', () => {
  const job = (id: string) => ({
    kind: 'scan' as const,
    id,
    withinMs: 1,
    mailboxes: [],
    query: ANY_CODE,
  });
  const waiting = (id: string, lastScanner: string | null) => ({
    job: job(id),
    state: { phase: 'waiting' as const, deadlineAt: 1, attempts: 1, lastScanner },
  });
  const held = (id: string, by: string) => ({
    job: job(id),
    state: { phase: 'leased' as const, deadlineAt: 1, attempts: 1, scanner: by, leaseUntil: 1 },
  });
  expect(
    assignJobs(
      [held('1', 'a'), waiting('2', null), waiting('3', 'b'), waiting('4', null)],
      ['a', 'b'],
    ),
  ).toEqual([
    { id: '2', scanner: 'b' },
    { id: '3', scanner: 'a' },
    { id: '4', scanner: 'b' },
  ]);
  expect(assignJobs([waiting('1', 'a')], ['a'])).toEqual([{ id: '1', scanner: 'a' }]);
  expect(assignJobs([waiting('1', null)], [])).toEqual([]);
});

test.each([
  [0.4, 0.4],
  [1, HIGHEST_CONFIDENCE],
])("a scanner's confidence of %f counts as %f", (confidence, expected) => {
  const found = {
    code: 'HARBOUR27',
    confidence,
    email_subject: '',
    email_from: '',
    email_date: '',
    account: '',
    evidence: '',
    mail_id: '1',
  };
  const message = fromScanner.parse({
    type: 'codes',
    job: 'a',
    sightings: [{ mailbox: 1, mail: '1', found }],
  });
  expect(message).toMatchObject({ sightings: [{ found: { confidence: expected } }] });
});
