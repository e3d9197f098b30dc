import { Server, type ServerOptions } from '@modelcontextprotocol/sdk/server/index.js';
import {
  CallToolRequestSchema,
  type CallToolResult,
  ListToolsRequestSchema,
} from '@modelcontextprotocol/sdk/types.js';
import * as z from 'zod/mini';
import { readJson } from '../../../shared/json.ts';
import { VERSION } from '../../db/release.ts';
import { type ApiCall, TOOLS, type Tool } from './tools.ts';

/** Makes a call of the API as the caller of the MCP server. */
export type CallApi = (call: ApiCall) => Promise<Response>;

const INSTRUCTIONS =
  'Boxoffice Desk: sales, prices, queues and presale codes of a ticket-operations team. Lists have at most 50 rows; send next_cursor as cursor for the next ones. Times are in UTC.';

/**
 * Only questions to clients need a validator, and there are none. That of the SDK compiles code, which the Workers runtime
 * forbids.
 */
const NO_VALIDATOR: NonNullable<ServerOptions['jsonSchemaValidator']> = {
  getValidator: () => () => ({
    valid: false,
    data: undefined,
    errorMessage: 'There are no questions to clients.',
  }),
};

const failureText = z.object({ message: z.string() });

/**
 * A server for one request; it stores nothing between requests.
 * @param mayWrite whether tools that change something are offered
 * @param clock now, in milliseconds since the epoch
 */
export function createMcpServer(callApi: CallApi, mayWrite: boolean, clock: () => number): Server {
  const tools = TOOLS.filter(({ changes }) => mayWrite || !changes);
  const server = new Server(
    { name: 'boxoffice-desk', version: VERSION },
    {
      capabilities: { tools: {} },
      instructions: INSTRUCTIONS,
      jsonSchemaValidator: NO_VALIDATOR,
    },
  );
  server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: tools.map(describe) }));
  server.setRequestHandler(CallToolRequestSchema, ({ params }) => {
    const tool = tools.find(({ name }) => name === params.name);
    if (tool === undefined) return failed(`There is no tool ${params.name}.`);
    return run(tool, params.arguments ?? {}, { callApi, now: clock() });
  });
  return server;
}

const toJson = (schema: z.core.$ZodType, io: 'input' | 'output') => ({
  ...z.toJSONSchema(schema, { io, unrepresentable: 'any', reused: 'inline' }),
  type: 'object' as const,
});

const describe = ({ name, title, description, input, output, changes }: Tool) => ({
  name,
  title,
  description,
  inputSchema: toJson(input, 'input'),
  outputSchema: toJson(output, 'input'),
  annotations: { readOnlyHint: !changes, destructiveHint: false, openWorldHint: false },
});

async function run(
  tool: Tool,
  given: unknown,
  { callApi, now }: { callApi: CallApi; now: number },
): Promise<CallToolResult> {
  const prepared = tool.prepare(given, now);
  if ('refusal' in prepared) return failed(prepared.refusal);
  const answer = await callApi(prepared.call);
  const body = readJson(await answer.text());
  if (!answer.ok) {
    const { data } = z.safeParse(failureText, body);
    return failed(data?.message ?? `The call failed with status ${answer.status}.`);
  }
  const result = prepared.read(body);
  return {
    structuredContent: { ...result },
    content: [{ type: 'text', text: JSON.stringify(result) }],
  };
}

const failed = (text: string): CallToolResult => ({
  isError: true,
  content: [{ type: 'text', text }],
});
