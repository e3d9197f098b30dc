import { readdirSync, readFileSync, statSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { findFreePort } from '../../scripts/launch/network.ts';
import type { ImapAccount } from '../../shared/mailboxes/schema.ts';
import type { SignInStatus } from '../../shared/mailboxes/sign-in.ts';
import type { PresaleWatch } from '../../shared/presale-watches/schema.ts';
import { createIdentity, type Identity } from '../../simulator/identity/index.ts';
import { type Simulator, startSimulator } from '../../simulator/simulator.ts';
import { imapAccounts, mailboxSignIns } from '../../worker/db/schema/mailboxes.ts';
import { call, searchToEnd } from './client.ts';
import { codeMail, deliver } from './deliver.ts';
import { type MailServer, missingDovecot, startDovecot } from './dovecot.ts';
import { writeMaildir } from './maildir.ts';
import { type Product, startProduct, until } from './product.ts';

const reason = missingDovecot();
const USERS = ['one@x.example', 'two@x.example', 'three@x.example'] as const;
const HOUR_MS = 3_600_000;
/** The clock of the provider is slow: nothing may depend on it. */
const SKEW_MS = -4 * 60_000;

/** Returns the mailbox that an access token opens (RFC 7662), for the mail server. */
async function startIntrospection(
  identity: Identity,
  now: () => number,
): Promise<Server & { url: string }> {
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => {
      body += chunk.toString();
    });
    request.on('end', () => {
      const token = new URLSearchParams(body).get('token') ?? '';
      const facts = Buffer.from(token.split('.')[0] ?? '', 'base64url').toString();
      const username = /"address":"([^"]*)"/.exec(facts)?.[1] ?? '';
      const active = identity.checkAccess(username, token, now()) === 'open';
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify({ active, username }));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return Object.assign(server, { url: `http://127.0.0.1:${port}/introspect` });
}

/**
 * The files in a folder and its subfolders that contain a text, except those that are deleted
 * during the search.
 */
function filesWith(folder: string, text: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((file) => {
      try {
        return statSync(file).isFile() && readFileSync(file).includes(text);
      } catch (error) {
        if (error instanceof Error && Reflect.get(error, 'code') === 'ENOENT') return false;
        throw error;
      }
    });
}

describe.skipIf(reason !== null)(
  `mailboxes that sign in by OAuth${reason === null ? '' : ` (skipped: ${reason})`}`,
  () => {
    let skewMs = SKEW_MS;
    /** How long the provider takes to send tokens. */
    let tokensAfterMs = 0;
    /** Runs when the desk requests tokens from the provider. */
    let onTokenCall = () => undefined as void;
    const clock = () => Date.now() + skewMs;
    let identity: Identity;
    let simulator: Simulator;
    let introspection: Server & { url: string };
    let mail: MailServer;
    let product: Product;
    const accounts: ImapAccount[] = [];
    const output: string[] = [];

    beforeAll(async () => {
      for (const level of ['error', 'warn'] as const)
        vi.spyOn(console, level).mockImplementation((...line) => void output.push(line.join(' ')));
      const mailServer = { imap_host: 'localhost', imap_port: await findFreePort() };
      identity = createIdentity({ mailServer });
      introspection = await startIntrospection(identity, clock);
      const maildir = writeMaildir({ mails: 20, recent: 20, recentDays: 2, now: Date.now() });
      const folders = new Map(USERS.map((user) => [user, maildir]));
      mail = await startDovecot(folders, { introspectionUrl: introspection.url });
      mailServer.imap_port = mail.tlsPort;
      const answer: Identity['answer'] = (request) => {
        const answered = identity.answer(request);
        const isToken = request.path.endsWith('/token');
        if (isToken) onTokenCall();
        return answered && isToken ? { ...answered, delayMs: tokensAfterMs } : answered;
      };
      simulator = await startSimulator({ clock, identity: { ...identity, answer } });
      product = await startProduct({
        MICROSOFT_CLIENT_ID: 'app',
        MICROSOFT_OAUTH_URL: `${simulator.url}/identity/microsoft`,
      });
      const scanner = await product.startScanner(mail.caFile);
      for (const stream of [scanner.stdout, scanner.stderr])
        stream?.on('data', (chunk: Buffer) => output.push(chunk.toString()));
    });
    afterAll(async () => {
      await product?.stop();
      await simulator?.stop();
      await mail?.stop();
      introspection?.close();
      vi.restoreAllMocks();
    });

    /** Signs in with a device code. */
    async function signIn(user: string, id?: number): Promise<SignInStatus> {
      const { body } = await call(product, 'POST', '/imap-accounts/sign-in', {
        provider: 'microsoft',
        id,
      });
      const fields = { code: String(body.user_code), address: user, choice: 'allow' };
      await fetch(String(body.verification_uri), {
        method: 'POST',
        body: new URLSearchParams(fields),
      });
      await product.db.update(mailboxSignIns).set({ pollAt: 0 });
      const read = await call(product, 'GET', `/imap-accounts/sign-in/${String(body.flow)}`);
      return read.body as unknown as SignInStatus;
    }

    const find = async (id: number) => {
      const { body } = await call(product, 'GET', '/imap-accounts');
      return (body.accounts as ImapAccount[]).find((account) => account.id === id);
    };
    const idOf = (index: number) => accounts[index]?.id ?? 0;
    /** How many times the tokens of a mailbox were renewed. */
    async function renewalsOf(user: string): Promise<number> {
      const response = await fetch(`${simulator.url}/identity/access`);
      const connected = (await response.json()) as { address: string; renewals: number }[];
      return connected.find(({ address }) => address === user)?.renewals ?? 0;
    }
    /**
     * Makes the desk treat the access token of a mailbox as one that expires now, or an hour later.
     */
    const believe = (index: number, leftMs: number) =>
      product.db
        .update(imapAccounts)
        .set({ accessEndsAt: Date.now() + leftMs, accessIssuedAt: Date.now() - HOUR_MS })
        .where(eq(imapAccounts.id, idOf(index)));
    const statusOf = async (index: number) => {
      const answer = await searchToEnd(product, [idOf(index)]);
      return answer.mailboxes[0];
    };

    it('are checked over XOAUTH2, also with a provider whose clock is slow', async () => {
      for (const user of USERS) {
        const { state, account } = await signIn(user);
        expect(state).toBe('done');
        expect(account).toMatchObject({ user, host: 'localhost', port: mail.tlsPort });
        if (account) accounts.push(account);
      }
      await until(async () => (await find(idOf(0)))?.health.worked_at != null);
      expect(await statusOf(0)).toMatchObject({ status: 'ok', scanned: 20 });
      skewMs = -SKEW_MS;
      expect((await signIn(USERS[0], idOf(0))).state).toBe('done');
    });

    it('renew an expired token once for twenty simultaneous scans', async () => {
      const operators = await product.addOperators(20);
      await believe(0, -1);
      const before = await renewalsOf(USERS[0]);
      const answers = await Promise.all(
        operators.map((token) => searchToEnd({ url: product.url, token }, [idOf(0)])),
      );
      expect(answers.map(({ mailboxes }) => mailboxes[0]?.status)).toEqual(
        operators.map(() => 'ok'),
      );
      expect((await renewalsOf(USERS[0])) - before).toBe(1);
    });

    it('replace a token that the server refuses before its expiry, in a search and in a watch', async () => {
      await believe(1, HOUR_MS);
      const before = await renewalsOf(USERS[1]);
      // The current tokens have expired for the provider, but not for the desk.
      skewMs += 2 * HOUR_MS;
      // Open connections would not sign in again.
      mail.disconnectAll();
      expect(await statusOf(1)).toMatchObject({ status: 'ok', scanned: 20 });
      expect((await renewalsOf(USERS[1])) - before).toBe(1);
      await believe(2, HOUR_MS);
      const lengths = { code_length_min: 4, code_length_max: 20 };
      const search = { search_keywords: ['e'], ...lengths, imap_account_ids: [idOf(2)] };
      await call(product, 'POST', '/presale-watches', { name: 'Tokens', search });
      const stateOf = async () => {
        const { body } = await call(product, 'GET', '/presale-watches');
        return (body.data as PresaleWatch[])[0];
      };
      await until(async () => (await stateOf())?.state === 'watching');
      expect(await renewalsOf(USERS[2])).toBe(1);
      // The next assignment renews the token again, and the watch stays connected.
      const connections = mail.connectionsOf(USERS[2]);
      await believe(2, -1);
      const { id = 0 } = (await stateOf()) ?? {};
      await call(product, 'PATCH', `/presale-watches/${id}`, { name: 'Renewed' });
      await until(async () => (await renewalsOf(USERS[2])) === 2);
      deliver(mail.maildir(USERS[2]), codeMail('HERON4711'));
      await until(async () => ((await stateOf())?.codes ?? 0) > 0);
      expect(connections.length).toBeGreaterThan(0);
      expect(mail.connectionsOf(USERS[2])).toEqual(connections);
    });

    it('must sign in again after the grant was revoked, and work again after that', async () => {
      await fetch(`${simulator.url}/identity/access?address=${USERS[2]}`, { method: 'DELETE' });
      // A token that was issued within the last minute is not renewed because a server refuses it.
      await believe(2, HOUR_MS);
      mail.disconnectAll();
      const watches = async () =>
        (await call(product, 'GET', '/presale-watches')).body.data as PresaleWatch[];
      expect(await statusOf(2)).toMatchObject({
        status: 'failed',
        message: expect.stringMatching(/^Sign in again/),
      });
      expect(await find(idOf(2))).toMatchObject({
        needs_sign_in: true,
        health: { failure: expect.stringMatching(/^Sign in again/) },
      });
      await until(async () => (await watches())[0]?.state === 'failing');
      expect((await watches())[0]?.reason).toContain('Sign in again');
      expect((await signIn(USERS[2], idOf(2))).state).toBe('done');
      expect(await find(idOf(2))).toMatchObject({ needs_sign_in: false });
      expect(await statusOf(2)).toMatchObject({ status: 'ok' });
      await until(async () => (await watches())[0]?.state === 'watching');
    });

    it('keep the tokens that arrive after the browser has left', async () => {
      const { body } = await call(product, 'POST', '/imap-accounts/sign-in', {
        provider: 'microsoft',
        id: idOf(1),
      });
      const fields = { code: String(body.user_code), address: USERS[1], choice: 'allow' };
      await fetch(String(body.verification_uri), {
        method: 'POST',
        body: new URLSearchParams(fields),
      });
      const flow = eq(mailboxSignIns.id, String(body.flow));
      await product.db.update(mailboxSignIns).set({ pollAt: 0 }).where(flow);
      tokensAfterMs = 1_000;
      /** Makes a call, and cancels it when the desk requests tokens. */
      const leave = async (path: string) => {
        const browser = new AbortController();
        onTokenCall = () => browser.abort();
        const headers = { Authorization: `Bearer ${product.token}` };
        const init = { headers, signal: browser.signal };
        await expect(fetch(`${product.url}/api${path}`, init)).rejects.toThrow();
        onTokenCall = () => undefined;
      };
      await leave(`/imap-accounts/sign-in/${String(body.flow)}`);
      const stateOf = async () =>
        (await product.db.select().from(mailboxSignIns).where(flow))[0]?.state;
      await until(async () => (await stateOf()) === 'done');
      // The same applies to a renewal, whose old refresh token can no longer be used.
      await believe(1, -1);
      const before = await renewalsOf(USERS[1]);
      await leave(`/imap-accounts/${idOf(1)}/folders`);
      const row = async () =>
        (
          await product.db
            .select()
            .from(imapAccounts)
            .where(eq(imapAccounts.id, idOf(1)))
        )[0];
      await until(async () => ((await row())?.accessEndsAt ?? 0) > Date.now());
      expect((await renewalsOf(USERS[1])) - before).toBe(1);
      tokensAfterMs = 0;
      expect(await statusOf(1)).toMatchObject({ status: 'ok' });
    });

    it('leave no token in a file or a log line', async () => {
      // The simulator's tokens begin with this, as base64url of JSON.
      const beginning = Buffer.from('{"kind"').toString('base64url').substring(0, 9);
      expect(filesWith(product.folder, beginning)).toEqual([]);
      expect(output.join('')).not.toContain(beginning);
      expect(output.join('')).toContain('"message"');
    });
  },
);
