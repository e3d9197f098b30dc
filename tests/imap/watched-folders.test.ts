import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  type FolderMark,
  placeOf,
  type WatchedMailboxState,
  type WatchPlan,
  type WatchResults,
  type WatchSighting,
} from '../../shared/presale-watches/scanner.ts';
import { ANY_CODE } from '../../shared/scanners/any-code.ts';
import type { MailboxAccess } from '../../shared/scanners/protocol.ts';
import { LIMITS } from '../../sidecar/limits.ts';
import type { ConnectionPool } from '../../sidecar/mailbox/connection-pool.ts';
import { HostSemaphore } from '../../sidecar/mailbox/host-semaphore.ts';
import { DeskRefusal, Outdated } from '../../sidecar/post-to-desk.ts';
import type { Reader } from '../../sidecar/reader/protocol.ts';
import type { WatchCalls } from '../../sidecar/watches/desk-calls.ts';
import { FolderWatch } from '../../sidecar/watches/folder-watch.ts';
import { IdleSlots } from '../../sidecar/watches/idle-slots.ts';
import { WatchKeeper } from '../../sidecar/watches/watch-keeper.ts';
import { until } from './product.ts';
import { accessTo, directReader, newPool } from './scan-one.ts';
import { type Script, type ScriptedMail, startScriptedServer } from './scripted-server.ts';

const HOUR_MS = 3600_000;

/**
 * The part of the Worker that a scanner's watches call. It stores each code once, and the position
 * up to which folders were read.
 */
class Desk {
  watches: WatchPlan['watches'] = [watch(1)];
  revision = 'r1';
  readonly marks = new Map<string, FolderMark>();
  readonly codes = new Map<string, WatchSighting>();
  states: WatchedMailboxState[] = [];
  results: WatchResults[] = [];
  place = placeOf(accessTo(0));
  readonly calls: WatchCalls = {
    learned: () => undefined,
    open: async () => ({
      revision: this.revision,
      watches: this.watches,
      folders: [...this.marks.values()],
      place: this.place,
    }),
    results: async (results: WatchResults) => {
      if (results.revision !== this.revision) throw new Outdated();
      this.results.push(results);
      for (const sighting of results.codes)
        this.codes.set(`${sighting.watch} ${sighting.mail} ${sighting.code}`, sighting);
      const { path, validity, uid } = results;
      if (uid !== null) this.marks.set(path, { path, validity, uid, readAt: Date.now() });
    },
    states: async (states: readonly WatchedMailboxState[]) => {
      this.states.push(...states);
      return true;
    },
  };

  /** The codes of a watch in the order of their arrival. */
  codesOf = (id = 1): string[] =>
    [...this.codes.values()].filter(({ watch }) => watch === id).map(({ code }) => code);
}

const watch = (id: number, keyword = 'herons') => ({
  id,
  query: { ...ANY_CODE, minLength: 7, keywords: [keyword], since: Date.now() - HOUR_MS },
});

const mail = (uid: number, code: string): ScriptedMail => ({
  uid,
  id: `${code}@x.example`,
  subject: 'Night Herons presale',
  arrivedAt: new Date(),
  text: `Hello, your presale code for Night Herons is ${code}. Enter it when you buy tickets.\r\n`,
});

describe('a watched folder of any server', () => {
  let pool: ConnectionPool;
  let desk: Desk;
  let stops: (() => void)[];
  beforeEach(() => {
    pool = newPool();
    desk = new Desk();
    stops = [];
  });
  afterEach(() => {
    for (const stop of stops) stop();
    pool.close();
  });

  /** A server with one inbox, whose mails the test changes. */
  async function serve(mails: ScriptedMail[], script: Partial<Script> = {}) {
    const inbox = { name: 'INBOX', mails };
    const server = await startScriptedServer({ folders: [inbox], ...script });
    stops.push(server.stop);
    return server;
  }

  /** Another scanner, with a memory of its own. */
  function startKeeper(
    port: number,
    slots = new IdleSlots(),
    part: Partial<MailboxAccess> = {},
    reader = directReader,
  ): WatchKeeper {
    const times = { idleMs: 60_000, pollMs: 20, idleAgainMs: 50 };
    const keeper = new WatchKeeper({ pool, reader, calls: desk.calls, slots, times });
    stops.push(() => keeper.stop());
    keeper.watch(accessTo(port, part), desk.revision);
    return keeper;
  }

  it('is polled without IDLE, and each mail is fetched once for two watches', async () => {
    desk.watches = [watch(1), watch(2, 'presale')];
    const mails = [mail(3, 'FIRST4711')];
    const server = await serve(mails);
    startKeeper(server.port);
    await until(() => desk.codes.size === 2);
    mails.push(mail(4, 'SECOND4711'));
    await until(() => desk.codes.size === 4);
    await until(() => server.received().split('SEARCH').length > 6);
    for (const id of [1, 2]) expect(desk.codesOf(id)).toEqual(['FIRST4711', 'SECOND4711']);
    const fetches = server.received().match(/UID FETCH \S+ \([^\r]*BODY\.PEEK\[1\]/g);
    expect(fetches).toHaveLength(2);
    expect(server.received()).not.toMatch(/SELECT|STORE|BODY\[/);
    await until(() => desk.states.length > 0);
    expect(desk.states.at(-1)).toMatchObject({ mode: 'polling', reason: expect.any(String) });
  });

  it('requests no compression for a waiting connection, because it would take memory all the time', async () => {
    const server = await serve([mail(3, 'FIRST4711')], {
      capabilities: 'IDLE COMPRESS=DEFLATE',
      idle: '',
    });
    // The folder is already known, so no other connection lists it.
    startKeeper(server.port, new IdleSlots(), { folders: ['INBOX'] });
    await until(() => desk.states.some(({ mode }) => mode === 'idle'));
    expect(desk.codesOf()).toEqual(['FIRST4711']);
    expect(server.received()).not.toContain('COMPRESS');
  });

  it('is read from its mark on by the next scanner', async () => {
    const mails = [mail(3, 'FIRST4711')];
    const server = await serve(mails);
    const first = startKeeper(server.port);
    await until(() => desk.codes.size === 1);
    first.stop();
    mails.push(mail(4, 'SECOND4711'));
    desk.results = [];
    startKeeper(server.port);
    await until(() => desk.codes.size === 2);
    expect(desk.results.flatMap(({ codes }) => codes.map(({ code }) => code))).toEqual([
      'SECOND4711',
    ]);
    expect(desk.marks.get('INBOX')).toMatchObject({ validity: '7', uid: 4 });
  });

  it('loses and doubles nothing when its uids become invalid', async () => {
    let validity = 7;
    const mails = [mail(30, 'FIRST4711')];
    const inbox = { name: 'INBOX', mails, validity: () => validity };
    const server = await serve(mails, { folders: [inbox] });
    startKeeper(server.port);
    await until(() => desk.codes.size === 1);
    validity = 8;
    mails.splice(0, 1, mail(1, 'FIRST4711'), mail(2, 'SECOND4711'));
    await until(() => desk.codes.size === 2);
    expect(desk.codesOf()).toEqual(['FIRST4711', 'SECOND4711']);
    await until(() => desk.marks.get('INBOX')?.validity === '8');
    expect(desk.marks.get('INBOX')?.uid).toBe(2);
  });

  it('is read for a watch that was added during the reading', async () => {
    const mails = [mail(3, 'FIRST4711')];
    const server = await serve(mails);
    const open = desk.calls.open;
    desk.calls.open = async (...mailbox) => {
      const plan = await open(...mailbox);
      desk.watches = [watch(1), watch(2)];
      desk.revision = 'r2';
      return plan;
    };
    startKeeper(server.port);
    await until(() => desk.codes.size === 2);
    expect(desk.results.every(({ revision }) => revision === 'r2')).toBe(true);
    expect(server.received().match(/UID FETCH \S+ \([^\r]*BODY\.PEEK\[1\]/g)).toHaveLength(1);
  });

  it('fails with the reason of a refused sign-in, which is not retried soon', async () => {
    const server = await serve([], { login: 'NO [AUTHENTICATIONFAILED] wrong' });
    startKeeper(server.port);
    await until(() => desk.states.length > 0);
    expect(desk.states).toEqual([
      { mailbox: 1, mode: 'failing', reason: expect.stringMatching(/rejected/), seenAt: null },
    ]);
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(server.received().match(/LOGIN|AUTHENTICATE/g)).toHaveLength(1);
  });

  it('is opened again after refusals and broken answers of the Worker, and after a time without watches', async () => {
    const { open } = desk.calls;
    const answers = [
      () => Promise.reject(new DeskRefusal('no')),
      () => Promise.reject(new TypeError('no JSON')),
      async () => null,
    ];
    desk.calls.open = (...mailbox) => (answers.shift() ?? (() => open(...mailbox)))();
    const mails = [mail(3, 'FIRST4711')];
    const server = await serve(mails);
    const keeper = startKeeper(server.port);
    await until(() => desk.codes.size === 1);
    // The result is the same if its watches end and begin again without a message to the scanner.
    let closed = 0;
    desk.calls.open = async () => {
      closed++;
      return null;
    };
    keeper.watch(accessTo(server.port), 'r2');
    await until(() => closed >= 2);
    mails.push(mail(4, 'SECOND4711'));
    desk.calls.open = open;
    await until(() => desk.codes.size === 2);
  });

  it('is not read while the watches belong to another mailbox', async () => {
    desk.place = placeOf(accessTo(0, { host: 'other.test' }));
    let opened = 0;
    const { open } = desk.calls;
    desk.calls.open = async (...mailbox) => {
      opened++;
      return open(...mailbox);
    };
    const server = await serve([mail(3, 'FIRST4711')]);
    startKeeper(server.port);
    await until(() => opened >= 3);
    expect(server.received()).not.toContain('EXAMINE');
    desk.place = placeOf(accessTo(0));
    await until(() => desk.codes.size === 1);
    expect(desk.results[0]).toMatchObject({ place: desk.place });
  });

  it('keeps its slot at the host while the scanner itself pauses', async () => {
    const server = await serve([], { login: 'NO [LIMIT] Too many connections' });
    const access = accessTo(server.port);
    const refusals = [];
    for (const attempt of [1, 2])
      refusals.push(
        await pool.open(access, AbortSignal.timeout(5_000 * attempt)).catch((error) => error),
      );
    expect(refusals).toMatchObject([
      { fault: 'throttled', isOwnPause: false },
      { fault: 'throttled', isOwnPause: true },
    ]);
    for (const [error, times] of [
      [refusals[1], 0],
      [refusals[0], 1],
    ] as const) {
      const slots = new IdleSlots();
      const refuse = vi.spyOn(slots, 'refuse');
      vi.spyOn(pool, 'open').mockRejectedValue(error);
      const reading = new HostSemaphore(1, 1);
      const resources = { pool, reader: directReader, calls: desk.calls, slots, reading };
      const end = new AbortController();
      const plan = await desk.calls.open(1, end.signal);
      if (plan === null) throw new Error('no plan');
      const place = { access, plan: () => plan, renewPlan: async () => undefined };
      const folder = new FolderWatch(
        ...(['INBOX', null, { ...place, signal: end.signal }] as const),
        { ...resources, times: { idleMs: 60_000, pollMs: 20, idleAgainMs: 50 } },
        () => end.abort(),
      );
      await folder.run(end.signal);
      expect(refuse).toHaveBeenCalledTimes(times);
    }
  });

  it('takes one connection if its folders are chosen and mails are announced', async () => {
    const server = await serve([mail(3, 'FIRST4711')], { capabilities: 'IDLE', idle: '' });
    startKeeper(server.port, new IdleSlots(), { folders: ['INBOX'] });
    await until(() => server.received().includes(' IDLE'));
    expect(desk.codesOf()).toEqual(['FIRST4711']);
    expect(server.received().match(/LOGIN|AUTHENTICATE/g)).toHaveLength(1);
    expect(server.received()).not.toContain(`LIST "" "*"`);
  });

  it('sends IDLE again to a server that refused it', async () => {
    const server = await serve([], { capabilities: 'IDLE', idle: 'NO not now' });
    startKeeper(server.port, new IdleSlots(), { folders: ['INBOX'] });
    await until(() => server.received().split(' IDLE').length > 3);
  });

  it('pauses if a server ends each IDLE at once', async () => {
    const server = await serve([mail(3, 'FIRST4711')], { capabilities: 'IDLE' });
    startKeeper(server.port, new IdleSlots(), { folders: ['INBOX'] });
    await until(() => server.received().includes(' IDLE'));
    await new Promise((resolve) => setTimeout(resolve, 500));
    expect(server.received().match(/ IDLE/g)).toHaveLength(1);
  });

  it('advances over many silent mails, whose number it sends', async () => {
    pool.close();
    pool = newPool({ times: { ...LIMITS, commandMs: 100 } });
    const silent = [4, 5, 6];
    const mails = [mail(3, 'FIRST4711'), ...silent.map((uid) => mail(uid, `SILENT${uid}711`))];
    const server = await serve(mails, {
      fetch: (uids, items) =>
        items.includes('BODY.PEEK[1]') && uids.some((uid) => silent.includes(uid))
          ? 'SILENCE'
          : null,
    });
    startKeeper(server.port);
    await until(() => desk.marks.get('INBOX')?.uid === 6);
    expect(desk.codesOf()).toEqual(['FIRST4711']);
    expect(desk.results.at(-1)).toMatchObject({ uid: 6, unread: 3 });
  });

  it('counts mails that the reader cannot read', async () => {
    const server = await serve([mail(3, 'FIRST4711'), mail(4, 'SECOND4711')]);
    const broken: Reader = {
      read: async (batch, signal) => {
        const outcomes = await directReader.read(batch, signal);
        return (
          outcomes?.map((outcome, at) => (at === 0 ? { ...outcome, fault: 'Error' } : outcome)) ??
          null
        );
      },
    };
    startKeeper(server.port, new IdleSlots(), {}, broken);
    await until(() => desk.marks.size === 1);
    expect(desk.results).toMatchObject([{ uid: 4, unread: 1 }]);
  });

  it('sends the codes of large mails before it has read them all', async () => {
    const filler = `${'Nothing to see in this line of a long newsletter. '.repeat(2)}\r\n`.repeat(
      2_000,
    );
    const mails = Array.from({ length: 16 }, (_, at) => {
      const large = mail(at + 3, `LARGE${at + 10}711`);
      return { ...large, text: large.text + filler };
    });
    const server = await serve(mails);
    startKeeper(server.port);
    await until(() => desk.marks.get('INBOX')?.uid === 18);
    expect(desk.codes.size).toBe(16);
    expect(desk.results.length).toBeGreaterThan(1);
    expect(desk.results.slice(0, -1).every(({ uid }) => uid === null)).toBe(true);
  });

  it('is one of only a few that are read at once', async () => {
    const names = Array.from({ length: 12 }, (_, at) => `F${at}`);
    const folders = names.map((name, at) => ({ name, mails: [mail(3, `FOLDER${at + 10}711`)] }));
    const server = await serve([], { capabilities: 'IDLE', idle: '', folders });
    let active = 0;
    let most = 0;
    const slow: Reader = {
      read: async (batch, signal) => {
        most = Math.max(most, ++active);
        await new Promise((resolve) => setTimeout(resolve, 400));
        active--;
        return directReader.read(batch, signal);
      },
    };
    startKeeper(server.port, new IdleSlots(), { folders: names }, slow);
    await until(() => desk.codes.size === 12);
    expect(most).toBeLessThanOrEqual(LIMITS.watchedFoldersAtOnce);
  });

  it('requests a mail again that the server does not deliver at first', async () => {
    let refusals = 1;
    const mails = [mail(3, 'FIRST4711')];
    const server = await serve(mails, {
      fetch: (_, items, usual) => (items.includes('BODY') && refusals-- > 0 ? '' : usual([3])),
    });
    startKeeper(server.port);
    await until(() => desk.codes.size === 1);
    expect(desk.marks.get('INBOX')?.uid).toBe(3);
  });

  describe('with mails that arrive between a search and the next time that the folder is opened', () => {
    const announcing = { capabilities: 'IDLE', idle: '' };
    const many = () => Array.from({ length: 25 }, (_, at) => mail(at + 3, `EARLIER${at + 10}`));

    it('reads them although they arrived while earlier codes were sent', async () => {
      const mails = many();
      const { results } = desk.calls;
      desk.calls.results = async (...call) => {
        if (desk.results.length === 0) mails.push(mail(90, 'LATER4711'));
        await results(...call);
      };
      const server = await serve(mails, announcing);
      startKeeper(server.port, new IdleSlots(), { folders: ['INBOX'] });
      await until(() => desk.codesOf().includes('LATER4711'));
      expect(desk.codes.size).toBe(26);
    });

    it('waits for new mails at a server whose uids are invalid each time that the folder is opened', async () => {
      let validity = 7;
      const inbox = { name: 'INBOX', mails: many(), validity: () => validity++ };
      const server = await serve([], { ...announcing, folders: [inbox] });
      startKeeper(server.port, new IdleSlots(), { folders: ['INBOX'] });
      await until(() => desk.states.some(({ mode }) => mode === 'idle'));
      expect(desk.codes.size).toBe(25);
    });

    it('reads them although they arrived while its watches were read again', async () => {
      const mails = many();
      const { open } = desk.calls;
      let opened = 0;
      desk.calls.open = async (...call) => {
        opened++;
        if (opened === 2) mails.push(mail(90, 'LATER4711'));
        return open(...call);
      };
      const { results } = desk.calls;
      desk.calls.results = async (...call) => {
        if (opened === 1) throw new Outdated();
        await results(...call);
      };
      const server = await serve(mails, announcing);
      startKeeper(server.port, new IdleSlots(), { folders: ['INBOX'] });
      await until(() => desk.codesOf().includes('LATER4711'));
      expect(desk.codes.size).toBe(26);
    });

    it('reads them although they arrived while it waited for other folders', async () => {
      const names = Array.from({ length: 12 }, (_, at) => `F${at}`);
      const folders = names.map((name, at) => ({
        name,
        mails: [mail(3, `FOLDER${at + 10}711`)],
      }));
      const server = await serve([], { ...announcing, folders });
      const gate = Promise.withResolvers<void>();
      const held: Reader = {
        read: async (batch, signal) => {
          await gate.promise;
          return directReader.read(batch, signal);
        },
      };
      startKeeper(server.port, new IdleSlots(), { folders: names }, held);
      const openings = (name: string) =>
        server.received().split(new RegExp(`EXAMINE "?${name}"?\\r`)).length - 1;
      const waiting = () => folders.filter(({ name }) => openings(name) === 1);
      await until(() => server.received().split(' SEARCH ').length > 12 && waiting().length === 4);
      for (const { name, mails } of waiting()) mails.push(mail(4, `LATER${name}4711`));
      gate.resolve();
      await until(() => desk.codes.size === 16);
    });
  });
});
