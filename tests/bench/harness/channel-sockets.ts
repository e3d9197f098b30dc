import { type ChildProcess, fork } from 'node:child_process';
import type { ClientsOrder, ClientsReport } from './channel-clients.ts';

export const SOCKETS = 1_000;
/** The clients run in several processes, so that they delay each other as little as possible. */
const PROCESSES = 2;
const SOCKETS_OF_OPERATOR = 20;
const URLS = 500;

/** `mark` counts updates; clients report it when they receive the update. */
export const updateOf = (mark: number) => ({
  type: 'priceUpdate',
  data: {
    url: `https://tickets.example/event/${mark % URLS}`,
    prices: {
      '58.00': { count: mark, areas: ['Floor'] },
      '96.00': { count: 4, areas: ['Balcony'] },
    },
    image: null,
    title: null,
    date: null,
    venue: null,
    mark,
  },
});

/** Clients of one channel, in separate processes. */
export class Clients {
  private readonly processes: ChildProcess[];
  private readonly waiting = new Map<number, number>();
  private arrived: (mark: number) => void = () => {};

  constructor() {
    this.processes = Array.from({ length: PROCESSES }, () =>
      fork('tests/bench/harness/channel-clients.ts'),
    );
    for (const process of this.processes) {
      process.on('message', (report: ClientsReport) => {
        if (report.type !== 'arrived') return;
        const left = (this.waiting.get(report.mark) ?? PROCESSES) - 1;
        this.waiting.set(report.mark, left);
        if (left === 0) this.arrived(report.mark);
      });
    }
  }

  /** Calls `arrived` with each update that all clients have. */
  async open(
    origin: string,
    path: string,
    arrived: (mark: number) => void,
    sockets = SOCKETS,
  ): Promise<void> {
    this.waiting.clear();
    this.arrived = arrived;
    const count = sockets / PROCESSES;
    await this.order('open', (index) => ({
      type: 'open',
      origin,
      path,
      count,
      firstOperator: (index * count) / SOCKETS_OF_OPERATOR,
    }));
  }

  /** @returns how many updates were lost, doubled or out of order, and how many clients were disconnected. */
  async close(): Promise<{ wrong: number; dropped: number }> {
    const reports = await this.order('closed', () => ({ type: 'close' }));
    const sum = (key: 'wrong' | 'dropped') =>
      reports.reduce((all, report) => all + (report.type === 'closed' ? report[key] : 0), 0);
    return { wrong: sum('wrong'), dropped: sum('dropped') };
  }

  stop(): void {
    for (const process of this.processes) process.kill();
  }

  private order(
    until: ClientsReport['type'],
    orderOf: (index: number) => ClientsOrder,
  ): Promise<ClientsReport[]> {
    return Promise.all(
      this.processes.map((process, index) => {
        const { promise, resolve } = Promise.withResolvers<ClientsReport>();
        const onReport = (report: ClientsReport) => {
          if (report.type !== until) return;
          process.off('message', onReport);
          resolve(report);
        };
        process.on('message', onReport);
        process.send(orderOf(index));
        return promise;
      }),
    );
  }
}

export const publish = (origin: string, name: string, messages: object[]) =>
  fetch(`${origin}/${name}`, { method: 'POST', body: JSON.stringify(messages) });
