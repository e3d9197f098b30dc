import type { ChildProcess } from 'node:child_process';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inArray } from 'drizzle-orm';
import { findFreePort } from '../../scripts/launch/network.ts';
import { type Simulator, startSimulator } from '../../simulator/simulator.ts';
import { operators } from '../../worker/db/schema/operators.ts';
import { codeMail } from '../imap/deliver.ts';
import { type MailServer, startDovecot } from '../imap/dovecot.ts';
import { fingerprints } from '../imap/fingerprints.ts';
import { writeMaildir } from '../imap/maildir.ts';
import { type Product, startProduct } from '../imap/product.ts';
import { addWatch, importMailboxes, untilIdle } from '../imap/watched-world.ts';
import { Follower } from './followers.ts';
import type { Entry } from './history.ts';
import { type Line, openLine } from './line.ts';
import { startReceiver } from './receiver.ts';

/** The watched mailboxes. */
export const USERS = Array.from({ length: 12 }, (_, at) => `box${at}@x.example`);
/** The first mailboxes belong to two watches. */
export const IN_BOTH = 6;
const OPERATORS = 20;
const FOLLOWERS = 4;
/** In bytes; a day writes less than a tenth of it. */
const DISK_SIZE = '192m';

/** An operator of the day. */
export interface Operator {
  id: number;
  token: string;
}

/** The product of a day, with everything around it. */
export interface World {
  mail: MailServer;
  product: Product;
  simulator: Simulator;
  scanner: ChildProcess;
  startScanner: () => Promise<ChildProcess>;
  receiver: Awaited<ReturnType<typeof startReceiver>>;
  /** The lines between Worker and database, and between scanner and Worker. */
  lines: { database: Line; scanner: Line };
  webhookLine: Line;
  providerLine: Line;
  /** The disk of the product, which is small enough to be filled. Only root may mount one. */
  isDiskSmall: boolean;
  operators: Operator[];
  /** Tabs of some operators, open from before the first fault until the end. */
  followers: Follower[];
  /** The ids of the watch of all mailboxes, and of the watch of the first mailboxes. */
  watches: [all: number, first: number];
  mailboxes: number[];
  /** The mailbox of each delivered code, by its index in the list of users. */
  codes: Map<string, number>;
  /** When a fault began or ended, in milliseconds since the epoch. */
  faultTimes: number[];
  /** The mails of each mailbox with their flags, as they were delivered. */
  files: Map<string, string[]>;
  /** Faults that could not be applied, because a part had already ended. */
  failures: string[];
  /** The errors that the Worker has logged, as JSON. */
  logged: string[];
  /** The memory of the parts during the day, in bytes. */
  memory: Record<'worker' | 'database' | 'scanner', number>[];
  startedAt: number;
  isOver: boolean;
  history: Entry[];
  note: (about: string, text: string) => void;
  stop: () => Promise<void>;
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

/** The mails of a mailbox and of its junk folder, with their flags. */
export function mailsOf(mail: MailServer, user: string): string[] {
  const junk = join(mail.maildir(user), '.Junk');
  const copies = existsSync(join(junk, 'new')) ? fingerprints(junk) : [];
  return [...fingerprints(mail.maildir(user)), ...copies.map((line) => `Junk ${line}`)].sort();
}

/** A small disk for the files of the product, if this user may mount one. */
function makeDisk(): { folder: string; isSmall: boolean; remove: () => void } {
  const folder = mkdtempSync(join(tmpdir(), 'boxoffice-day-'));
  const args = ['-t', 'tmpfs', '-o', `size=${DISK_SIZE}`, 'tmpfs', folder];
  const isSmall = process.getuid?.() === 0 && spawnSync('mount', args).status === 0;
  const remove = () => {
    process.off('exit', remove);
    if (isSmall) spawnSync('umount', ['--lazy', folder]);
    rmSync(folder, { recursive: true, force: true });
  };
  process.once('exit', remove);
  return { folder, isSmall, remove };
}

/** The variables with the addresses of the simulated providers. */
const providersAt = (url: string): Record<string, string> => ({
  TICKETMASTER_API_URL: `${url}/discovery/v2`,
  SEATGEEK_API_URL: `${url}/seatgeek/2`,
  WIKIMEDIA_API_URL: `${url}/wikimedia`,
  MUSICBRAINZ_API_URL: `${url}/musicbrainz/ws/2`,
  LISTENBRAINZ_API_URL: `${url}/listenbrainz`,
  PROVIDER_CONTACT: 'tests@desk.example',
});

async function addOperators(product: Product): Promise<Operator[]> {
  // The first operator owns the watches.
  const added = await product.addOperators(OPERATORS - 1);
  const tokens = [product.token, ...added];
  const emails = ['scan@desk.example', ...added.map((_, at) => `searcher-${at}@desk.example`)];
  const rows = await product.db
    .select({ id: operators.id, email: operators.email })
    .from(operators)
    .where(inArray(operators.email, emails));
  const ids = new Map(rows.map(({ id, email }) => [email, id]));
  return tokens.map((token, at) => ({ token, id: ids.get(emails[at] ?? '') ?? 0 }));
}

/** Starts the product with its lines, mail servers, watches and operators. */
export async function startWorld(): Promise<World> {
  const logged: string[] = [];
  const history: Entry[] = [];
  const note: World['note'] = (about, text) => history.push({ at: Date.now(), about, text });
  const disk = makeDisk();
  const simulator = await startSimulator({ day: Date.now() });
  const receiver = await startReceiver();
  const providerLine = await openLine(Number(new URL(simulator.url).port));
  const webhookLine = await openLine(receiver.port);
  const databasePort = await findFreePort();
  const databaseLine = await openLine(databasePort);
  const maildir = flaggedMaildir();
  const mail = await startDovecot(new Map(USERS.map((user) => [user, maildir])), {
    recordsCommands: true,
  });
  const webhookHost = `127.0.0.1:${webhookLine.port}`;
  const product = await startProduct(
    { ...providersAt(`http://127.0.0.1:${providerLine.port}`), CHANNEL_HOSTS: webhookHost },
    undefined,
    {
      folder: disk.folder,
      onLog: (message) => logged.push(message),
      onScannerLog: (message) => note('', `scanner: ${message}`),
      databasePorts: { own: databasePort, called: databaseLine.port },
    },
  );
  const scannerLine = await openLine(Number(new URL(product.url).port));
  const startScanner = () =>
    product.startScanner(mail.caFile, `http://127.0.0.1:${scannerLine.port}`);
  const scanner = await startScanner();
  const mailboxes = await importMailboxes(product, mail, USERS);
  const watches: World['watches'] = [
    await addWatch(product, 'All', mailboxes),
    await addWatch(product, 'First', mailboxes.slice(0, IN_BOTH)),
  ];
  await untilIdle(product);
  const staff = await addOperators(product);
  const followers = staff.slice(0, FOLLOWERS).map((one) => new Follower(product.url, one));
  const world: World = {
    failures: [],
    logged,
    mail,
    product,
    simulator,
    scanner,
    startScanner,
    receiver,
    watches,
    mailboxes,
    history,
    webhookLine,
    providerLine,
    lines: { database: databaseLine, scanner: scannerLine },
    isDiskSmall: disk.isSmall,
    codes: new Map(),
    faultTimes: [],
    memory: [],
    isOver: false,
    startedAt: Date.now(),
    operators: staff,
    followers,
    files: new Map(USERS.map((user) => [user, mailsOf(mail, user)])),
    note,
    async stop() {
      for (const follower of followers) follower.stop();
      receiver.stop();
      for (const line of [databaseLine, scannerLine, providerLine, webhookLine]) line.stop();
      await product.stop().catch(() => undefined);
      await mail.stop();
      await simulator.stop();
      disk.remove();
    },
  };
  // No process outlives an interrupted day.
  process.once('exit', () => {
    world.scanner.kill('SIGKILL');
    void mail.kill();
  });
  return world;
}

/** A folder of mails whose junk folder was created by the mail server. */
export function folderOf({ mail }: World, user: string, isJunk: boolean): string {
  const folder = isJunk ? join(mail.maildir(user), '.Junk') : mail.maildir(user);
  for (const name of ['tmp', 'new', 'cur']) mkdirSync(join(folder, name), { recursive: true });
  return folder;
}
