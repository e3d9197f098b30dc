import { env } from 'cloudflare:workers';
import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { SCANNER_PATH } from '../../shared/scanners/protocol.ts';
import { audit } from '../../worker/db/schema/audit.ts';
import { scanners } from '../../worker/db/schema/operators.ts';
import {
  addScanner,
  listScanners,
  renewScanner,
  revokeScanner,
} from '../../worker/features/scanners/service.ts';
import { runDueJobs } from '../../worker/jobs/cron.ts';
import { PATIENCE } from '../factories/patience.ts';
import { makeCtx } from '../factories/worker/context.ts';
import { makeOperator } from '../factories/worker/operators.ts';
import { callApi, failureOf } from './api.ts';
import { connect as connectBrowser } from './channel-world.ts';

const anyName = () => `scanner ${crypto.randomUUID()}`;
const sockets: WebSocket[] = [];

async function connect(token: string, address = '198.51.100.40') {
  const response = await callApi(SCANNER_PATH, {
    headers: {
      Upgrade: 'websocket',
      Authorization: `Bearer ${token}`,
      'CF-Connecting-IP': address,
    },
  });
  response.webSocket?.accept();
  if (response.webSocket) sockets.push(response.webSocket);
  return response;
}

/** The code with which the desk closes a connection. */
const codeOf = (socket: WebSocket | null) =>
  new Promise<number>((resolve) => socket?.addEventListener('close', ({ code }) => resolve(code)));

/** The answer to a connection. */
function ping(socket: WebSocket | null): Promise<unknown> {
  const answer = new Promise((resolve) =>
    // The desk may also send the mailboxes of watches.
    socket?.addEventListener('message', ({ data }) => data === 'pong' && resolve(data)),
  );
  socket?.send('ping');
  return answer;
}

afterEach(() => {
  for (const socket of sockets.splice(0)) socket.close(1000);
});

describe('a scanner', () => {
  test('is admitted with its own token, of which only a hash is stored', async () => {
    const ctx = makeCtx();
    const name = anyName();
    const token = await addScanner(ctx, name);
    expect((await connect(token)).status).toBe(101);
    const [row] = await ctx.db.select().from(scanners).where(eq(scanners.name, name));
    expect(JSON.stringify(row)).not.toContain(token);
    expect(row?.lastAdmittedAt).toBeGreaterThan(0);
  });

  test.each([
    ['no token', ''],
    ['a wrong token', 'x'.repeat(43)],
    ['the token of an operator', 'operator'],
  ])('is refused with %s, in the envelope and with the security headers', async (_, given) => {
    const token = given === 'operator' ? (await makeOperator()).token : given;
    const response = await connect(token, '198.51.100.41');
    expect(response.status).toBe(401);
    expect(await failureOf(response)).toEqual({ success: false, message: 'Invalid token' });
    expect(response.headers.get('Content-Security-Policy')).toContain("default-src 'none'");
    expect(response.headers.get('X-Request-Id')).not.toBeNull();
  });

  test('is refused once its token is revoked, and is disconnected within the next minute', async () => {
    const ctx = makeCtx();
    const name = anyName();
    const token = await addScanner(ctx, name);
    const { webSocket } = await connect(token);
    const closed = codeOf(webSocket);
    await revokeScanner(ctx, name);
    await runDueJobs(makeCtx({ clock: () => 60_000 }));
    expect(await closed).toBe(1008);
    expect((await connect(token)).status).toBe(401);
    await expect(revokeScanner(ctx, name)).rejects.toMatchObject({ code: 'not_found' });
  });

  test.each([
    ['renewed', (name: string) => renewScanner(makeCtx(), name)],
    [
      'revoked and added again',
      async (name: string) => {
        await revokeScanner(makeCtx(), name);
        await addScanner(makeCtx(), name);
      },
    ],
  ])('is disconnected when its token is %s under the same name', async (_, replace) => {
    const name = anyName();
    const { webSocket } = await connect(await addScanner(makeCtx(), name));
    const closed = codeOf(webSocket);
    await replace(name);
    await runDueJobs(makeCtx({ clock: () => 60_000 }));
    expect(await closed).toBe(1008);
  });

  test('has at most ten connections: the oldest one is closed for another', async () => {
    const [token, other] = await Promise.all([
      addScanner(makeCtx(), anyName()),
      addScanner(makeCtx(), anyName()),
    ]);
    const foreign = await connect(other);
    const open: Response[] = [];
    for (let count = 0; count < 10; count += 1) open.push(await connect(token));
    const closed = codeOf(open[0]?.webSocket ?? null);
    expect((await connect(token)).status).toBe(101);
    expect(await closed).toBe(1008);
    for (const { webSocket } of [...open.slice(1), foreign])
      expect(await ping(webSocket)).toBe('pong');
  });

  test('keeps its connection while another one is revoked', async () => {
    const ctx = makeCtx();
    const token = await addScanner(ctx, anyName());
    const { webSocket } = await connect(token);
    await runDueJobs(makeCtx({ clock: () => 60_000 }));
    expect(await ping(webSocket)).toBe('pong');
  });

  test('whose name is taken is not added twice, and a renewed token replaces the old one', async () => {
    const ctx = makeCtx();
    const name = anyName();
    const first = await addScanner(ctx, name);
    await expect(addScanner(ctx, name)).rejects.toMatchObject({ code: 'conflict' });
    const second = await renewScanner(ctx, name);
    expect((await connect(first)).status).toBe(401);
    expect((await connect(second)).status).toBe(101);
    const names = (await listScanners(ctx)).map((scanner) => scanner.name);
    expect(names.filter((listed) => listed === name)).toHaveLength(1);
    const rows = await ctx.db
      .select()
      .from(audit)
      .where(eq(audit.subject, `scanner:${name}`));
    expect(rows.map(({ action }) => action)).toEqual(['scanners.add', 'scanners.renew']);
  });

  test.each(['', 'a\nb', 'x'.repeat(65), 'SCANNER_TOKEN'])('cannot be named %j', async (name) => {
    await expect(addScanner(makeCtx(), name)).rejects.toMatchObject({ code: 'bad_request' });
  });

  test('that uses SCANNER_TOKEN is admitted if the variable is set', async () => {
    expect((await connect(String(env.SCANNER_TOKEN))).status).toBe(101);
  });

  test('must wait after twenty wrong tokens from its address in a minute', async () => {
    const address = '198.51.100.42';
    for (let attempt = 0; attempt < 20; attempt += 1) {
      expect((await connect('wrong', address)).status).toBe(401);
    }
    const refused = await connect('wrong', address);
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(0);
    const token = await addScanner(makeCtx(), anyName());
    expect((await connect(token, '198.51.100.43')).status).toBe(101);
  });
});

describe('the log', () => {
  const lines: string[] = [];
  beforeEach(() => {
    lines.length = 0;
    vi.spyOn(console, 'info').mockImplementation((line: string) => void lines.push(line));
  });
  afterEach(() => void vi.restoreAllMocks());

  test('names admitted scanners and refused attempts with their address, and never a token', async () => {
    const name = anyName();
    const token = await addScanner(makeCtx(), name);
    await connect(token, '198.51.100.44');
    await connect(`${token}x`, '198.51.100.45');
    const events = lines.map((line) => JSON.parse(line)).filter(({ event }) => event);
    expect(events).toEqual([
      expect.objectContaining({
        event: 'scanner_admitted',
        scanner: name,
        address: '198.51.100.44',
      }),
      expect.objectContaining({ event: 'scanner_refused', address: '198.51.100.45' }),
    ]);
    expect(lines.join('\n')).not.toContain(token);
  });
});

describe('health', () => {
  test('names the connected scanners to signed-in operators only', async () => {
    const name = anyName();
    await connect(await addScanner(makeCtx(), name));
    const { token } = await makeOperator();
    const health = async (call = {}) => (await callApi('/api/health', call)).json();
    await vi.waitFor(
      async () =>
        expect(await health({ token })).toMatchObject({
          scanner: 'connected',
          scanners: expect.arrayContaining([{ name, since: expect.stringContaining('T') }]),
        }),
      { timeout: 60_000, interval: 200 },
    );
    expect(await health()).not.toHaveProperty('scanners');
    expect(await health({ token: 'not.a.token' })).not.toHaveProperty('scanners');
  });
});

test('the number of connected scanners is published when it changes', async () => {
  const ctx = makeCtx();
  const token = await addScanner(ctx, anyName());
  const client = await connectBrowser((await makeOperator()).token);
  const counts = () =>
    client.frames.flatMap((frame) => (frame.type === 'scanner' ? [frame.data.connected] : []));
  const { webSocket: scanner } = await connect(token);
  scanner?.send(JSON.stringify({ type: 'hello', version: '1', name: 'any' }));
  await vi.waitFor(() => expect(counts().at(-1)).toBeGreaterThan(0), PATIENCE);
  const before = counts().at(-1) ?? 0;
  scanner?.close(1000);
  await vi.waitFor(() => expect(counts().at(-1)).toBe(before - 1), PATIENCE);
});
