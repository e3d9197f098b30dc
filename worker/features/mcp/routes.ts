import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js';
import { type Context, Hono } from 'hono';
import * as z from 'zod/mini';
import { signedIn } from '../../context/context.ts';
import { access } from '../../http/access.ts';
import { answers } from '../../http/answers.ts';
import type { AppEnv } from '../../http/app-env.ts';
import { type CallApi, createMcpServer } from './service.ts';

/** A JSON-RPC response, or several for a batch. */
const mcpAnswer = z.union([z.looseObject({ jsonrpc: z.literal('2.0') }), z.array(z.unknown())]);

/** Headers of the outer call that describe its body or what it accepts. */
const OWN_HEADERS = [
  'content-length',
  'content-type',
  'content-encoding',
  'accept',
  'transfer-encoding',
];

/**
 * The MCP server (Streamable HTTP without sessions), whose tools are calls of the API under the token of the caller.
 * @param answer answers a call of the API
 */
export const mcpRoutes = (
  answer: (request: Request, c: Context<AppEnv>) => Response | Promise<Response>,
) =>
  new Hono<AppEnv>().post('/mcp', access('read'), answers(mcpAnswer), async (c) => {
    const callApi: CallApi = async ({ method, path, json }) => {
      const headers = new Headers(c.req.raw.headers);
      for (const name of OWN_HEADERS) headers.delete(name);
      if (json !== undefined) headers.set('Content-Type', 'application/json');
      const body = json === undefined ? {} : { body: JSON.stringify(json) };
      const request = new Request(new URL(`/api${path}`, c.req.url), { method, headers, ...body });
      return answer(request, c);
    };
    const { apiToken } = signedIn(c.var.ctx);
    const mayWrite = apiToken === undefined || apiToken.scopes.includes('write');
    const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
    await createMcpServer(callApi, mayWrite).connect(transport);
    return transport.handleRequest(c.req.raw);
  });
