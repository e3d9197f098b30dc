import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js';
import { type Context, Hono } from 'hono';
import * as z from 'zod/mini';
import { failureBody } from '../../../shared/answers.ts';
import { DomainError } from '../../../shared/errors.ts';
import { readJson } from '../../../shared/json.ts';
import { rpcAnswer, rpcCall, rpcFailure } from '../../../shared/mcp/schema.ts';
import { signedIn } from '../../context/context.ts';
import { access } from '../../http/access.ts';
import { answers } from '../../http/answers.ts';
import type { AppEnv } from '../../http/app-env.ts';
import { takes } from '../../http/validate.ts';
import { type CallApi, createMcpServer } from './service.ts';

/**
 * The transport's own refusals are JSON-RPC; those of the guard look like the failures of any other
 * call.
 */
const mcpFailure = z.union([failureBody, rpcFailure]);

const mcpHeaders = z.object({
  'MCP-Protocol-Version': z.optional(z.string()),
});

const DECLARED = answers(rpcAnswer, {
  failure: mcpFailure,
  also: {
    202: { description: 'The notification was read. It has no answer.', schema: null },
    406: {
      description: 'Accept does not have both application/json and text/event-stream.',
      schema: rpcFailure,
    },
    415: { description: 'The body is not declared as application/json.', schema: rpcFailure },
  },
});

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
 * A batch is refused, because its calls would run at the same time.
 * @param answer answers a call of the API that is part of the call `c`
 */
export const mcpRoutes = (
  answer: (request: Request, c: Context<AppEnv>) => Response | Promise<Response>,
) =>
  new Hono<AppEnv>().post(
    '/mcp',
    access('read'),
    DECLARED,
    takes('header', mcpHeaders),
    takes('json', rpcCall),
    async (c) => {
      const parsedBody = readJson(await c.req.text());
      if (Array.isArray(parsedBody))
        throw new DomainError('bad_request', 'Send one call at a time, without a batch.');
      const { signal } = c.req.raw;
      const callApi: CallApi = async ({ method, path, json }) => {
        const headers = new Headers(c.req.raw.headers);
        for (const name of OWN_HEADERS) headers.delete(name);
        if (json !== undefined) headers.set('Content-Type', 'application/json');
        const body = json === undefined ? {} : { body: JSON.stringify(json) };
        const request = new Request(new URL(`/api${path}`, c.req.url), {
          method,
          headers,
          signal,
          ...body,
        });
        return answer(request, c);
      };
      const { apiToken } = signedIn(c.var.ctx);
      const mayWrite = apiToken === undefined || apiToken.scopes.includes('write');
      const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
      await createMcpServer(callApi, mayWrite, c.var.ctx.clock).connect(transport);
      return transport.handleRequest(c.req.raw, { parsedBody });
    },
  );
