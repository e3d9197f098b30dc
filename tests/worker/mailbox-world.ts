import type { MailboxHealth } from '../../shared/mailboxes/health.ts';
import type { MailboxReport } from '../../shared/presale-codes/events.ts';
import {
  type FromScanner,
  SCANNER_PATH,
  type ScannerJob,
  type ToScanner,
  toScanner,
} from '../../shared/scanners/protocol.ts';
import { callApi } from './api.ts';
import { openCalls } from './ticketing-calls.ts';

export type Job = ScannerJob;
export type Account = {
  id: number;
  user: string;
  host: string;
  tags: string[];
  health: MailboxHealth;
};

/**
 * A scanner at the Worker's own socket. It answers jobs as the test defines, and answers checks of
 * other tests with an empty result.
 */
export async function connectScanner(
  answer: (job: Job) => readonly FromScanner[],
  process?: string,
) {
  const response = await callApi(SCANNER_PATH, {
    headers: { Upgrade: 'websocket', Authorization: 'Bearer a-scanner-token-for-these-tests-only' },
  });
  const socket = response.webSocket;
  if (!socket) throw new Error(`the scanner was answered ${response.status}`);
  const jobs: Job[] = [];
  const watched: Extract<ToScanner, { type: 'watch' | 'unwatch' }>[] = [];
  socket.accept();
  socket.addEventListener('message', ({ data }) => {
    const job = toScanner.parse(JSON.parse(String(data)));
    if (job.type === 'watch' || job.type === 'unwatch') watched.push(job);
    if (!('mailboxes' in job)) return;
    jobs.push(job);
    for (const message of answer(job)) socket.send(JSON.stringify(message));
  });
  const hello: FromScanner = {
    type: 'hello',
    version: '1',
    name: 'test',
    ...(process && { process }),
  };
  socket.send(JSON.stringify(hello));
  return {
    /** The jobs of a type so far. */
    jobsOf: (type: Job['type']) => jobs.filter((job) => job.type === type),
    /** The messages about watched mailboxes so far. */
    watched,
    close: () => socket.close(1000),
  };
}

/** The report of a scanner about a mailbox that it opened, or could not open. */
export const reportOf = (
  { id, user }: { id: number; user: string },
  part: Partial<MailboxReport> = {},
): MailboxReport => ({
  id,
  user,
  status: 'ok',
  message: '',
  scanned: 0,
  matched: 0,
  needs_look: [],
  ...part,
});

/** Answers a probe of mailboxes, each with the given part of a report. */
export const probed =
  (part: Partial<MailboxReport>) =>
  (job: Job): readonly FromScanner[] =>
    job.type === 'probe'
      ? [
          ...job.mailboxes.map(
            (mailbox): FromScanner => ({
              type: 'progress',
              job: job.job,
              mailbox: reportOf(mailbox, part),
            }),
          ),
          { type: 'done', job: job.job },
        ]
      : [];

/** Calls of a signed-in operator, and mailboxes that belong to one test. */
export async function openMailboxes() {
  const call = await openCalls();
  const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
    call(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
  const list = async () =>
    (await (await call('/imap-accounts')).json<{ accounts: Account[] }>()).accounts;
  const find = async (user: string): Promise<Account> => {
    const account = (await list()).find((one) => one.user === user);
    if (!account) throw new Error(`${user} is not in the list`);
    return account;
  };
  const addMailbox = async (part: object = {}): Promise<Account> => {
    const user = ownUser();
    const place = { user, password: 'a stored password', host: 'imap.host.test' };
    await post('/imap-accounts', { ...place, ...part });
    return find(user);
  };
  return { call, post, list, find, addMailbox };
}

/** An address that no other test uses. */
export const ownUser = (): string => `${crypto.randomUUID().slice(0, 13)}@mail.test`;
