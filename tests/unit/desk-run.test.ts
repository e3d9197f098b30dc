import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { run } from '../../scripts/desk.ts';
import { createMcpServer } from '../../worker/features/mcp/service.ts';
import { TOOLS } from '../../worker/features/mcp/tools.ts';

const EXAMPLES: Record<string, { answer: object }> = JSON.parse(
  readFileSync(new URL('../../worker/http/api-examples.json', import.meta.url), 'utf8'),
);
const TOKEN = 'bod_1_for-this-test';
const FAILURE = { success: false, message: 'There is no such event.' };

/** The example of the call that a path belongs to; a failure for a path that contains `missing`. */
function answerOf(method: string, path: string): Response {
  const [plain = ''] = path.split('?');
  const call = Object.keys(EXAMPLES).find((one) => {
    const [verb, pattern = ''] = one.split(' ');
    return verb === method && new RegExp(`^${pattern.replace(/:\w+/g, '[^/]+')}$`).test(plain);
  });
  if (path.includes('missing') || call === undefined)
    return Response.json(FAILURE, { status: 404 });
  return Response.json(EXAMPLES[call]?.answer);
}

/** The MCP server of the product, with examples of the API in place of the API. */
const server = createServer(async (incoming, outgoing) => {
  const parts: Buffer[] = [];
  for await (const part of incoming) parts.push(part);
  const { authorization = '', ...rest } = incoming.headers;
  const headers = new Headers(Object.entries(rest).map(([name, value]) => [name, String(value)]));
  const isPost = incoming.method === 'POST';
  const answer = await (async () => {
    if (authorization !== `Bearer ${TOKEN}`)
      return Response.json({ success: false, message: 'Invalid token' }, { status: 401 });
    if (!isPost) return Response.json({ success: false, message: 'No GET.' }, { status: 405 });
    const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
    const mcp = createMcpServer(
      async ({ method, path }) => answerOf(method, path),
      true,
      () => Date.parse('2026-11-27T12:00:00Z'),
    );
    await mcp.connect(transport as Parameters<typeof mcp.connect>[0]);
    const body = Buffer.concat(parts).toString();
    return transport.handleRequest(
      new Request('http://desk.test/api/mcp', { method: 'POST', headers, body }),
    );
  })();
  outgoing.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? '' });
  outgoing.end(Buffer.from(await answer.arrayBuffer()));
});

let url: string;
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => void server.close());
beforeEach(() => {
  vi.stubEnv('BOD_TOKEN', TOKEN);
  vi.stubEnv('BOD_URL', url);
});

const INPUTS: Record<string, string[]> = {
  search_artists: ['name=Northern Lanterns'],
  artist_events: ['artist_id=K8vZ9170000'],
  price_history: ['url=https://www.axs.com/events/60000/northern-lanterns'],
  queue_accounts: ['type=standard'],
  best_accounts: ['type=standard', 'categories=["Elite"]', 'limit=2'],
  watch_price: ['url=https://www.axs.com/events/70000/northern-lanterns'],
  follow_sale: ['event_id=vvG1', 'kind=presale', 'presale_name=Fan club'],
  watch_artist: [
    'artist_id=K8vZ9170000',
    'artist_name=Northern Lanterns',
    'start_monitoring=null',
    'end_monitoring=null',
  ],
};

/** What the command prints in this process. */
async function printed(...given: string[]): Promise<string> {
  const lines: string[] = [];
  await run(given, (text) => lines.push(text));
  return lines.join('\n');
}

test.each(TOOLS.map(({ name }) => name))(
  '%s runs from the shell, for people and as JSON',
  async (name) => {
    const input = INPUTS[name] ?? [];
    expect((await printed(name, ...input)).length).toBeGreaterThan(0);
    const answer: unknown = JSON.parse(await printed(name, ...input, '--json'));
    expect(answer).toBeTypeOf('object');
  },
);

test('without a tool the tools are listed, and --help names the inputs of one', async () => {
  const list = await printed();
  for (const { name } of TOOLS) expect(list).toContain(`${name}\n`);
  const help = await printed('queue_accounts', '--help');
  expect(help).toContain('queue_accounts: Ranks accounts');
  expect(help).toContain('type: verified_fan | standard');
  expect(help).toContain('search: string, optional');
  expect(await printed('--help')).toContain('Usage: npm run desk');
});

test('a page names the cursor of the next one', async () => {
  const page = await printed('upcoming_sales');
  const cursor = /There are more: cursor=(\S+)/.exec(page)?.[1] ?? '';
  expect(cursor.length).toBeGreaterThan(10);
  expect(await printed('upcoming_sales', `cursor=${cursor}`)).toContain('event_id: ');
});

test.each([
  [['no_tool'], 'There is no tool no_tool.'],
  [['dashboard', 'name=x'], 'Its inputs: none.'],
  [['search_artists'], 'name: '],
  [['artist_events', 'artist_id=missing'], 'There is no such event.'],
])('%j fails with the reason', async (given, reason) => {
  await expect(printed(...given)).rejects.toThrow(reason);
});

test.each([
  ['', 'Set BOD_TOKEN to a token of Settings, API tokens.'],
  ['bod_1_revoked', 'BOD_TOKEN is not valid, or not any more.'],
])('the token "%s" fails with what to do', async (token, reason) => {
  vi.stubEnv('BOD_TOKEN', token);
  await expect(printed('dashboard')).rejects.toThrow(reason);
});

/** The command as a separate process. */
const spawned = (...given: string[]) =>
  new Promise<{ code: number | null; out: string; error: string }>((resolve) => {
    const env = { ...process.env, BOD_TOKEN: TOKEN, BOD_URL: url };
    const child = spawn(process.execPath, ['scripts/desk.ts', ...given], { env });
    let [out, error] = ['', ''];
    child.stdout.on('data', (text) => (out += text));
    child.stderr.on('data', (text) => (error += text));
    child.on('close', (code) => resolve({ code, out, error }));
  });

test('the command ends with 0, and with 1 and a sentence if it fails', async () => {
  const [right, wrong] = await Promise.all([
    spawned('dashboard', '--json'),
    spawned('artist_events', 'artist_id=missing'),
  ]);
  expect([right.code, right.error]).toEqual([0, '']);
  expect(JSON.parse(right.out)).toHaveProperty('overview');
  expect(wrong).toEqual({ code: 1, out: '', error: 'There is no such event.\n' });
});
