import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { isLoopbackHost } from '../shared/env.ts';
import { readJson } from '../shared/json.ts';
import {
  type FromScanner,
  PING,
  SCANNER_PATH,
  type ScannerJob,
  toScanner,
} from '../shared/scanners/protocol.ts';
import { backoffMs } from '../shared/times.ts';
import type { CatalogueReader } from './catalogues/catalogue-reader.ts';
import { log } from './log.ts';
import { runFetch, runFolders, runProbe, runScan } from './scan/scan-job.ts';
import type { Scanner } from './scan/scan-mailbox.ts';
import type { WatchKeeper } from './watches/watch-keeper.ts';

/** First and longest wait before a reconnection. */
const RETRY = { firstMs: 250, longestMs: 15_000 };
/**
 * The interval of the scanner's heartbeat, and the longest silence of a Worker that counts as
 * connected.
 */
const TIMES = { aliveMs: 4_000, silentMs: 20_000 };

/**
 * The wait before a reconnection, in milliseconds: it doubles after each failed attempt, and half
 * of it is random (`random`, from 0 to 1), so that many scanners do not reconnect at once.
 */
export function retryWaitMs(failedAttempts: number, random: number): number {
  const longest = backoffMs(failedAttempts + 1, RETRY);
  return Math.round(longest / 2 + (random * longest) / 2);
}

/**
 * Whether the token and the mailboxes' passwords are sent encrypted to this address, or stay on
 * this machine.
 */
export function isSafeAddress(url: string): boolean {
  if (!URL.canParse(url)) return false;
  const { protocol, hostname } = new URL(url);
  return protocol === 'https:' || (protocol === 'http:' && isLoopbackHost(hostname));
}

interface Options {
  url: string;
  token: string;
  scanner: Scanner;
  catalogues: Pick<CatalogueReader, 'readDue'>;
  watches: Pick<WatchKeeper, 'watch' | 'unwatch' | 'connected' | 'disconnected'>;
  /** TIMES by default; a test may use shorter ones. */
  times?: typeof TIMES;
}

/** Keeps a socket to the Worker open, runs its jobs and sends their results. */
export class DeskConnection {
  private readonly options: Options;
  private readonly jobs = new Map<string, AbortController>();
  private socket: WebSocket | null = null;
  /** The same for each connection of this process, so that it gets its watched mailboxes back. */
  private readonly process = randomUUID();
  private attempt = 0;
  private isStopped = false;
  private receivedAt = 0;

  constructor(options: Options) {
    this.options = options;
  }

  /** Connects, and again whenever the connection ends, until {@link stop}. */
  start(): void {
    const url = new URL(SCANNER_PATH, this.options.url);
    url.protocol = url.protocol.replace('http', 'ws');
    const headers = { Authorization: `Bearer ${this.options.token}` };
    const socket = new WebSocket(url, { headers });
    this.socket = socket;
    this.receivedAt = performance.now();
    let isOver = false;
    let wasOpen = false;
    const end = (): void => {
      if (isOver) return;
      isOver = true;
      clearInterval(beat);
      this.endJobs('disconnected');
      // A failed attempt must not prolong the time for which watches continue without the Worker.
      if (wasOpen) this.options.watches.disconnected();
      if (!this.isStopped) this.retry();
    };
    const { aliveMs, silentMs } = this.options.times ?? TIMES;
    const beat = setInterval(() => {
      if (performance.now() - this.receivedAt <= silentMs) {
        this.sendAlive(socket);
        return;
      }
      socket.close();
      // A lost peer never confirms the close: the socket's own end may take a quarter of an hour.
      end();
    }, aliveMs);
    socket.addEventListener('open', () => {
      if (isOver) return;
      wasOpen = true;
      this.attempt = 0;
      this.receivedAt = performance.now();
      log('connected');
      this.options.watches.connected();
      this.send({ type: 'hello', version: '1', name: hostname(), process: this.process });
    });
    socket.addEventListener('message', (event) => {
      if (isOver) return;
      this.receivedAt = performance.now();
      if (typeof event.data === 'string' && event.data.startsWith('{')) this.take(event.data);
    });
    socket.addEventListener('error', () => socket.close());
    socket.addEventListener('close', end);
  }

  /** Ends the socket and all jobs; the Worker gives them to another scanner. */
  stop(): void {
    this.isStopped = true;
    this.endJobs('stopped');
    this.socket?.close(1000);
  }

  private sendAlive(socket: WebSocket): void {
    if (socket.readyState !== WebSocket.OPEN) return;
    socket.send(PING);
    if (this.jobs.size > 0) this.send({ type: 'alive', jobs: [...this.jobs.keys()] });
  }

  private retry(): void {
    const waitMs = retryWaitMs(this.attempt++, Math.random());
    if (this.attempt === 1 || this.attempt % 10 === 0)
      log('not connected', { attempt: this.attempt });
    setTimeout(() => !this.isStopped && this.start(), waitMs);
  }

  private send(message: FromScanner): void {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
  }

  private endJobs(reason: string): void {
    for (const controller of this.jobs.values()) controller.abort(reason);
    this.jobs.clear();
  }

  private take(text: string): void {
    const parsed = toScanner.safeParse(readJson(text));
    if (!parsed.success) {
      log('message not understood');
      return;
    }
    const message = parsed.data;
    if (message.type === 'cancel') {
      this.jobs.get(message.job)?.abort('cancelled');
      // Ignores what this run still sends: the same job may be started again, and these messages
      // must not end it.
      this.jobs.delete(message.job);
      return;
    }
    const { catalogues, watches } = this.options;
    if (message.type === 'catalogues') void catalogues.readDue();
    else if (message.type === 'watch') watches.watch(message.mailbox, message.revision);
    else if (message.type === 'unwatch') watches.unwatch(message.mailbox);
    else void this.run(message);
  }

  private async run(message: ScannerJob): Promise<void> {
    this.jobs.get(message.job)?.abort('replaced');
    const controller = new AbortController();
    this.jobs.set(message.job, controller);
    const { scanner } = this.options;
    const { signal } = controller;
    const timer = setTimeout(() => controller.abort('deadline'), Math.max(0, message.withinMs));
    const startedAt = performance.now();
    const sendOfJob = (answer: FromScanner): void => {
      if (this.jobs.get(message.job) === controller) this.send(answer);
    };
    if (message.type === 'probe') await runProbe(scanner.pool, message, signal, sendOfJob);
    else if (message.type === 'folders') await runFolders(scanner.pool, message, signal, sendOfJob);
    else if (message.type === 'fetch') await runFetch(scanner, message, signal, sendOfJob);
    else await runScan(scanner, message, signal, sendOfJob);
    clearTimeout(timer);
    sendOfJob({ type: 'done', job: message.job });
    log(message.type, {
      job: message.job,
      mailboxes: message.mailboxes.length,
      ms: Math.round(performance.now() - startedAt),
    });
    if (this.jobs.get(message.job) === controller) this.jobs.delete(message.job);
  }
}
