/**
 * `npm run test:kills -- --seed N --minutes M`: delivers mails with codes to watched mailboxes at random moments while
 * scanner, Worker, database and connections are killed. At the end, each code must have been notified once for each watch
 * and have reached a channel in one message, the flags of all mails must be the same, and no mail may have been read again
 * without a kill in between. A seed that fails prints its history.
 */
import type { ChildProcess } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { eq } from 'drizzle-orm';
import { notifications } from '../../worker/db/schema/notifications.ts';
import { presaleWatchCodes } from '../../worker/db/schema/presale-watches.ts';
import { seededRandom } from '../factories/allocation.ts';
import { call } from '../imap/client.ts';
import { codeMail, deliver } from '../imap/deliver.ts';
import { type MailServer, startDovecot } from '../imap/dovecot.ts';
import { fingerprints } from '../imap/fingerprints.ts';
import { writeMaildir } from '../imap/maildir.ts';
import { type Product, startProduct } from '../imap/product.ts';
import { addWatch, importMailboxes, untilIdle } from '../imap/watched-world.ts';
import { readsOf, unexplained } from './reads.ts';
import { startReceiver } from './receiver.ts';

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: String(Math.floor(Math.random() * 1e6)) },
    minutes: { type: 'string', default: '5' },
  },
});
const [seed, minutes] = [Number(values.seed), Number(values.minutes)];
/** Each loop draws from a row of its own, so that a seed repeats its moments whatever the others do. */
const [deliveries, killings] = [seededRandom(seed), seededRandom(seed + 1)];
const between = (random: () => number, least: number, most: number) =>
  least + random() * (most - least);

const USERS = Array.from({ length: 12 }, (_, at) => `box${at}@x.example`);
/** The first mailboxes belong to two watches. */
const IN_BOTH = 6;
const TELL_WITHIN_MS = 180_000;
const TICK_EVERY_MS = 10_000;
/** Calls of providers end at once. */
const UNREACHABLE = 'http://127.0.0.1:9';
const VARIABLES = {
  TICKETMASTER_API_URL: UNREACHABLE,
  SEATGEEK_API_URL: UNREACHABLE,
  WIKIMEDIA_API_URL: UNREACHABLE,
  MUSICBRAINZ_API_URL: UNREACHABLE,
  LISTENBRAINZ_API_URL: UNREACHABLE,
};

const startedAt = Date.now();
const history: string[] = [];
const note = (text: string) =>
  history.push(`${((Date.now() - startedAt) / 1000).toFixed(2).padStart(8)} ${text}`);

interface World {
  mail: MailServer;
  product: Product;
  scanner: ChildProcess;
  receiver: Awaited<ReturnType<typeof startReceiver>>;
  /** The ids of the watch of all mailboxes, and of the one of the first ones. */
  watches: [all: number, first: number];
  mailboxes: number[];
  /** The mailbox of each delivered code, by its place in the list of users. */
  codes: Map<string, number>;
  /** When something was killed, in milliseconds since the epoch. */
  kills: number[];
  /** The mails of each mailbox with their flags, as they were delivered. */
  files: Map<string, string[]>;
  isOver: boolean;
}

/** A Maildir with flags and a keyword that an operator's mail program has set. */
function flaggedMaildir(): string {
  const folder = writeMaildir({ mails: 30, recent: 0, recentDays: 6, now: Date.now() });
  writeFileSync(join(folder, 'dovecot-keywords'), '0 NightDesk\n');
  for (const [at, flags] of ['FS', 'Fa', 'a', 'RSa', 'T'].entries()) {
    const file = join(folder, 'cur', `1700000000.K${at}P1.test:2,${flags}`);
    writeFileSync(file, codeMail(`OLD${at}`));
    // They arrived long before the watches were made.
    utimesSync(file, 1_700_000_000, 1_700_000_000);
  }
  return folder;
}

async function startWorld(): Promise<World> {
  const receiver = await startReceiver();
  const maildir = flaggedMaildir();
  const mail = await startDovecot(new Map(USERS.map((user) => [user, maildir])), {
    recordsCommands: true,
  });
  const product = await startProduct({ ...VARIABLES, CHANNEL_HOSTS: receiver.host });
  const scanner = await product.startScanner(mail.caFile);
  const mailboxes = await importMailboxes(product, mail, USERS);
  const { body, status } = await call(product, 'POST', '/notification-channels', {
    ...{ name: 'Kills', kind: 'webhook', address: `http://${receiver.host}/in` },
    ...{ kinds: ['presale_code'], quiet: null },
  });
  if (status !== 201) throw new Error(`The channel was not added: ${body.message}`);
  const watches: World['watches'] = [
    await addWatch(product, 'All', mailboxes),
    await addWatch(product, 'First', mailboxes.slice(0, IN_BOTH)),
  ];
  await untilIdle(product);
  const files = new Map(USERS.map((user) => [user, mailsOf(mail, user)]));
  return {
    ...{ mail, product, scanner, receiver, watches, mailboxes, files },
    ...{ codes: new Map(), kills: [], isOver: false },
  };
}

/** A folder of mails, whose junk folder the mail server has made. */
function folderOf({ mail }: World, user: string, isJunk: boolean): string {
  const folder = isJunk ? join(mail.maildir(user), '.Junk') : mail.maildir(user);
  for (const name of ['tmp', 'new', 'cur']) mkdirSync(join(folder, name), { recursive: true });
  return folder;
}

/** The mails of a mailbox and of its junk folder, with their flags. */
function mailsOf(mail: MailServer, user: string): string[] {
  const junk = join(mail.maildir(user), '.Junk');
  const copies = existsSync(join(junk, 'new')) ? fingerprints(junk) : [];
  return [...fingerprints(mail.maildir(user)), ...copies.map((line) => `Junk ${line}`)].sort();
}

/** Delivers mails until the end: one, or some at once, sometimes with a copy in the junk folder. */
async function deliverMails(world: World): Promise<void> {
  const random = deliveries;
  let count = 0;
  while (!world.isOver) {
    await sleep(between(random, 100, 1_500));
    const at = Math.floor(random() * USERS.length);
    const user = USERS[at] ?? '';
    for (let mails = random() < 0.15 ? 3 : 1; mails > 0; mails -= 1) {
      const code = `KILL${1000 + count++}`;
      const text = codeMail(code, `${code}.${seed}`);
      const isCopied = random() < 0.1;
      world.codes.set(code, at);
      for (const isJunk of isCopied ? [false, true] : [false]) {
        const name = deliver(folderOf(world, user, isJunk), text);
        const line = mailsOf(world.mail, user).find((one) => one.includes(`${name} `));
        world.files.set(user, [...(world.files.get(user) ?? []), line ?? name].sort());
      }
      note(`${code} to ${user}${isCopied ? ' and its junk folder' : ''}`);
    }
  }
}

type Target = 'scanner' | 'Worker' | 'database' | 'connections';
const TARGETS: readonly Target[] = ['scanner', 'Worker', 'database', 'connections'];

async function kill(world: World, target: Target, pauseMs: number): Promise<void> {
  const { product, mail } = world;
  note(`kill the ${target}, start it after ${Math.round(pauseMs)} ms`);
  world.kills.push(Date.now());
  if (target === 'Worker') await product.killWorker(pauseMs);
  else if (target === 'database') await product.killDatabase(pauseMs);
  else if (target === 'connections') mail.disconnectAll();
  else {
    world.scanner.kill('SIGKILL');
    await sleep(pauseMs);
    world.scanner = await product.startScanner(mail.caFile);
  }
  // What was under way until now may be read again.
  world.kills.push(Date.now());
  note(`the ${target} is back`);
}

/** Kills one or two of them at a time until the end. */
async function killThem(world: World): Promise<void> {
  const random = killings;
  while (!world.isOver) {
    await sleep(between(random, 1_500, 12_000));
    const first = TARGETS[Math.floor(random() * TARGETS.length)] ?? 'scanner';
    const second = random() < 0.25 ? TARGETS[Math.floor(random() * TARGETS.length)] : undefined;
    const pauses = [between(random, 0, 4_000), between(random, 0, 4_000)] as const;
    await Promise.all([
      kill(world, first, pauses[0]),
      ...(second !== undefined && second !== first ? [kill(world, second, pauses[1])] : []),
    ]);
  }
}

/** The job of each minute, more often, until the end. */
async function tick(world: World): Promise<void> {
  while (!world.isOver) {
    await sleep(TICK_EVERY_MS);
    await world.product.tick().catch(() => undefined);
  }
}

/** The watches that a code of a mailbox belongs to. */
const watchesOf = ({ watches: [all, first] }: World, at: number) =>
  at < IN_BOTH ? [all, first] : [all];

const toldOf = ({ product: { db } }: World) =>
  db
    .select({ id: notifications.id, key: notifications.dedupeKey })
    .from(notifications)
    .where(eq(notifications.kind, 'presale_code'));

/** What is wrong at the end, in sentences; nothing if all is well. */
async function judge(world: World): Promise<string[]> {
  const { product, mail, receiver, codes, mailboxes, kills, files } = world;
  const wanted = [...codes].flatMap(([code, at]) =>
    watchesOf(world, at).map((watch) => `${watch}|${mailboxes[at]}|${code}`),
  );
  const until = Date.now() + TELL_WITHIN_MS;
  let told = await toldOf(world);
  const isDelivered = () => told.every(({ id }) => receiver.messagesOf.has(id));
  while (Date.now() < until && (told.length < wanted.length || !isDelivered())) {
    await product.tick().catch(() => undefined);
    await sleep(1_000);
    told = await toldOf(world);
  }
  const counts = new Map<string, number>();
  for (const { key } of told) {
    const [, watch, mailbox, , code] = key.split('|');
    const name = `${watch}|${mailbox}|${code}`;
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  const stored = await product.db.select({ id: presaleWatchCodes.id }).from(presaleWatchCodes);
  const reads = USERS.flatMap((user) => readsOf(mail.commands(user), user));
  return [
    ...wanted.filter((name) => !counts.has(name)).map((name) => `${name} was not notified`),
    ...[...counts]
      .filter(([, times]) => times > 1)
      .map(([name, n]) => `${name} was notified ${n} times`),
    ...[...counts.keys()]
      .filter((name) => !wanted.includes(name))
      .map((name) => `${name} was not delivered, and notified`),
    ...(stored.length === wanted.length
      ? []
      : [`${stored.length} codes are stored instead of ${wanted.length}`]),
    ...told.flatMap(({ id, key }) => {
      const messages = receiver.messagesOf.get(id)?.size ?? 0;
      return messages === 1 ? [] : [`${key} came to the channel in ${messages} messages`];
    }),
    ...USERS.filter((user) => mailsOf(mail, user).join() !== files.get(user)?.join()).map(
      (user) => `the mails of ${user} or their flags have changed`,
    ),
    ...USERS.filter(
      (user) =>
        readFileSync(join(mail.maildir(user), 'dovecot-keywords'), 'utf8') !== '0 NightDesk\n',
    ).map((user) => `the keywords of ${user} have changed`),
    ...(reads.length < codes.size ? [`only ${reads.length} reads were recorded`] : []),
    ...unexplained(reads, kills),
  ];
}

const world = await startWorld();
try {
  note('start');
  setTimeout(() => {
    world.isOver = true;
  }, minutes * 60_000);
  await Promise.all([deliverMails(world), killThem(world), tick(world)]);
  note('end');
  const faults = await judge(world);
  const killed = world.kills.length / 2;
  if (faults.length > 0) console.log(`${history.join('\n')}\n\n${faults.join('\n')}`);
  console.log(
    `Seed ${seed}: ${world.codes.size} codes, ${killed} kills in ${minutes} minutes: ${faults.length === 0 ? 'nothing lost, nothing doubled' : `${faults.length} faults`}.`,
  );
  process.exitCode = faults.length === 0 ? 0 : 1;
} finally {
  world.receiver.stop();
  await world.product.stop().catch(() => undefined);
  await world.mail.stop();
}
