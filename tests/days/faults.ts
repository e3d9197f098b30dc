import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Line } from './line.ts';
import type { World } from './world.ts';

const KINDS = [
  ...(['kill scanner', 'kill Worker', 'kill database', 'kill mail'] as const),
  ...(['freeze scanner', 'freeze Worker', 'freeze database', 'freeze mail'] as const),
  ...(['cut connections', 'cut database', 'cut scanner'] as const),
  ...(['down database', 'down scanner', 'down providers', 'down webhooks'] as const),
  ...(['stall database', 'stall scanner', 'stall providers', 'stall webhooks'] as const),
  ...(['fill disk', 'move clock'] as const),
];
type FaultKind = (typeof KINDS)[number];

/** A fault of a day. */
export interface Fault {
  /** The fault's position in the plan of the seed. */
  id: number;
  kind: FaultKind;
  /** Milliseconds after the start. */
  atMs: number;
  lastsMs: number;
  /** The shift of the Worker's clock, in milliseconds. */
  skewMs: number;
}

const LONGEST_MS = 8_000;
const LARGEST_SKEW_MS = 90_000;

/** The faults of a day: always the same for the same seed. About a quarter of them overlap. */
export function planFaults(random: () => number, durationMs: number): Fault[] {
  const faults: Fault[] = [];
  for (let atMs = 2_000 + random() * 4_000; atMs < durationMs; ) {
    const kind = KINDS[Math.floor(random() * KINDS.length)] ?? 'kill scanner';
    const lastsMs = Math.round(random() * LONGEST_MS);
    const skewMs = Math.round((random() * 2 - 1) * LARGEST_SKEW_MS);
    faults.push({ id: faults.length, kind, atMs: Math.round(atMs), lastsMs, skewMs });
    atMs += (random() < 0.25 ? 0 : lastsMs) + 1_000 + random() * 5_000;
  }
  return faults;
}

/**
 * Stops a process for a while. A separate process continues it, because miniflare blocks this one
 * until the runtime answers.
 */
function stopProcess(pid: number, lastsMs: number, isGroup = false): Promise<void> {
  const target = isGroup ? -pid : pid;
  const script = `kill -s STOP -- ${target}; sleep ${lastsMs / 1000}; kill -s CONT -- ${target}`;
  const child = spawn('sh', ['-c', script], { stdio: 'ignore' });
  return new Promise((resolve) => child.once('exit', () => resolve()));
}

async function disturb(line: Line, how: 'cut' | 'down' | 'stall', lastsMs: number): Promise<void> {
  if (how === 'cut') return line.cut();
  if (how === 'down') line.takeDown();
  else line.stall();
  await sleep(lastsMs);
  line.restore();
}

/** Fills the disk of the product, and frees it after a while. The database may end when it is full. */
async function fillDisk({ product, note }: World, lastsMs: number): Promise<void> {
  const file = join(product.folder, 'filler');
  const chunk = Buffer.alloc(1024 * 1024);
  try {
    for (;;) writeFileSync(file, chunk, { flag: 'a' });
  } catch {
    // The disk is full.
  }
  await sleep(lastsMs);
  await rm(file, { force: true });
  const ending = await product.reviveDatabase();
  if (ending !== null) note('', `the database had ended: ${ending}`);
}

const linesOf = ({ lines, webhookLine, providerLine }: World): Record<string, Line> => ({
  database: lines.database,
  scanner: lines.scanner,
  webhooks: webhookLine,
  providers: providerLine,
});

async function inject(world: World, { kind, lastsMs, skewMs }: Fault): Promise<void> {
  const { product, mail } = world;
  if (kind === 'fill disk') return world.isDiskSmall ? fillDisk(world, lastsMs) : undefined;
  if (kind === 'move clock') return product.killWorker(0, skewMs);
  const [how = '', target = ''] = kind.split(' ');
  if (target === 'connections') return mail.disconnectAll();
  if (how === 'kill' || how === 'freeze') {
    const isKill = how === 'kill';
    if (target === 'Worker')
      return isKill ? product.killWorker(lastsMs) : stopProcess(product.pidOf('worker'), lastsMs);
    if (target === 'database')
      return isKill
        ? product.killDatabase(lastsMs)
        : stopProcess(product.pidOf('database'), lastsMs);
    if (target === 'scanner') {
      const { pid = 0 } = world.scanner;
      return isKill ? restartScanner(world, lastsMs) : stopProcess(pid, lastsMs);
    }
    if (!isKill) return stopProcess(mail.pid(), lastsMs, true);
    await mail.kill();
    await sleep(lastsMs);
    return mail.restart();
  }
  const line = linesOf(world)[target];
  if (line !== undefined && (how === 'cut' || how === 'down' || how === 'stall'))
    await disturb(line, how, lastsMs);
}

async function restartScanner(world: World, pauseMs: number): Promise<void> {
  world.scanner.kill('SIGKILL');
  await sleep(pauseMs);
  world.scanner = await world.startScanner();
}

/**
 * The part of the product that only one fault at a time may use: a killed process cannot be frozen.
 */
function partOf({ kind }: Fault): string {
  if (kind === 'move clock') return 'Worker';
  // A database that was killed cannot be started again on a full disk.
  if (kind === 'fill disk') return 'database';
  const [, target = ''] = kind.split(' ');
  return target === 'connections' ? 'mail' : target;
}

/** Applies the faults of a plan; resolves once all of them are over. */
export async function runFaults(world: World, plan: readonly Fault[]): Promise<void> {
  const busy = new Map<string, Promise<void>>();
  const running: Promise<void>[] = [];
  for (const fault of plan) {
    await sleep(Math.max(0, world.startedAt + fault.atMs - Date.now()));
    const part = partOf(fault);
    const run = async () => {
      await busy.get(part);
      world.note('', `#${fault.id} ${fault.kind} for ${fault.lastsMs} ms`);
      world.faultTimes.push(Date.now());
      await inject(world, fault).catch((error: Error) => {
        world.failures.push(`#${fault.id} ${fault.kind} failed: ${error.message}`);
      });
      // What was in progress until now may be read again.
      world.faultTimes.push(Date.now());
      world.note('', `#${fault.id} is over`);
    };
    const ended = run();
    busy.set(
      part,
      ended.catch(() => undefined),
    );
    running.push(ended);
  }
  await Promise.all(running);
}
