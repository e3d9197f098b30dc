import { exports } from 'cloudflare:workers';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { onTestFinished } from 'vitest';
import { madeApiTokenAnswer } from '../../shared/api-tokens/schema.ts';
import type { Scope } from '../../shared/api-tokens/scopes.ts';
import { makeOperator } from '../factories/worker/operators.ts';
import { checked } from './answers.ts';
import { callApi } from './api.ts';

interface Page {
  data: Record<string, unknown>[];
  next_cursor: string | null;
}

/**
 * The official client of MCP, connected with a token that has these scopes until the end of the
 * test.
 */
export async function connectMcp(scopes: Scope[]) {
  const operator = await makeOperator();
  const { password } = operator;
  const json = { name: 'Assistant', scopes, expires_at: null, password };
  const made = await callApi('/api/api-tokens', { token: operator.token, json });
  const { token } = madeApiTokenAnswer.parse(await made.json());
  const client = new Client({ name: 'test', version: '1.0.0' });
  const transport = new StreamableHTTPClientTransport(new URL('https://desk.test/api/mcp'), {
    requestInit: { headers: { Authorization: `Bearer ${token}` } },
    fetch: async (url, init) => {
      const answer = await exports.default.fetch(new Request(url, init as RequestInit));
      return checked(answer, init?.method ?? 'GET', String(url));
    },
  });
  await client.connect(transport as Parameters<typeof client.connect>[0]);
  onTestFinished(() => client.close());
  const call = async (name: string, input: Record<string, unknown> = {}) => {
    const result = await client.callTool({ name, arguments: input });
    const [text] = result.content as { text: string }[];
    return {
      isError: result.isError === true,
      text: text?.text ?? '',
      page: result.structuredContent as unknown as Page,
    };
  };
  return { operator, client, call, token };
}
