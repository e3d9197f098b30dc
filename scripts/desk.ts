import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { CallToolResult, Tool } from '@modelcontextprotocol/sdk/types.js';
import * as z from 'zod/mini';
import { errorText } from '../shared/error-text.ts';
import { readJson } from '../shared/json.ts';
import { printable, runCommand } from './services/command.ts';

const USAGE = `Usage: npm run desk -- <tool> [name=value ...] [--json]
       npm run desk -- <tool> --help
       npm run desk

Calls a tool of the desk with a token of Settings (BOD_TOKEN) at BOD_URL (http://localhost:8787 unless set), and lists
the tools without one. A list is given as JSON: categories='["VIP"]'. --json prints the whole answer.`;

/** A part of a tool's input, as its schema describes it. */
const inputSchema = z.object({
  type: z.optional(z.string()),
  enum: z.optional(z.array(z.unknown())),
  anyOf: z.optional(z.array(z.object({ type: z.optional(z.string()) }))),
});

/** The value of a text: JSON, unless the tool expects a text. */
function readValue(text: string, schema: unknown): unknown {
  const type = typeof schema === 'object' && schema !== null && 'type' in schema ? schema.type : '';
  if (type === 'string') return text;
  const value = readJson(text);
  return value === undefined ? text : value;
}

type ListedTool = Pick<Tool, 'name' | 'description' | 'inputSchema'>;

/** The arguments `name=value` as the tool's input. @throws Error for an argument without a name, or with one that is no input of the tool */
export function readInput(tool: Pick<Tool, 'name' | 'inputSchema'>, given: readonly string[]) {
  const { properties = {} } = tool.inputSchema;
  return Object.fromEntries(
    given.map((argument) => {
      const [, name = '', text = ''] = /^([a-z_]+)=(.*)$/s.exec(argument) ?? [];
      if (!(name in properties)) {
        const names = Object.keys(properties).join(', ') || 'none';
        throw new Error(`"${argument}" is no input of ${tool.name}. Its inputs: ${names}.`);
      }
      return [name, readValue(text, properties[name])];
    }),
  );
}

/** A tool with its inputs, for people. */
export function describeTool({ name, description = '', inputSchema: input }: ListedTool): string {
  const { properties = {}, required = [] } = input;
  const inputs = Object.entries(properties).map(([property, schema]) => {
    const { type, enum: values, anyOf = [] } = inputSchema.safeParse(schema).data ?? {};
    const types = type === undefined ? anyOf.map((one) => one.type ?? 'any') : [type];
    const kind = values?.map(String) ?? types;
    return `  ${property}: ${kind.join(' | ') || 'any'}${required.includes(property) ? '' : ', optional'}`;
  });
  return [`${name}: ${description}`, ...(inputs.length > 0 ? ['Inputs:', ...inputs] : [])].join(
    '\n',
  );
}

/** The reason of a refused call: the message of the API, if it answered one. */
function reasonOf(error: unknown): Error {
  const text = errorText(error);
  const { data } = refusal.safeParse(readJson(text.slice(text.indexOf('{'))));
  if (data === undefined) return error instanceof Error ? error : new Error(text);
  return new Error(
    data.message === 'Invalid token' ? 'BOD_TOKEN is not valid, or not any more.' : data.message,
  );
}

const refusal = z.object({ success: z.literal(false), message: z.string() });

const cell = (value: unknown): string =>
  typeof value === 'string' ? value : (JSON.stringify(value) ?? '');

/** An answer as lines for people: a block for each row, or a line for each field. */
export function describeAnswer(answer: Record<string, unknown>): string {
  const { data, next_cursor: cursor } = answer;
  const rows: unknown[] = Array.isArray(data) ? data : [answer];
  const blocks = rows.map((row) =>
    Object.entries(row as Record<string, unknown>)
      .map(([name, value]) => `${name}: ${printable(cell(value))}`)
      .join('\n'),
  );
  if (blocks.length === 0) return 'None.';
  const more = typeof cursor === 'string' ? [`There are more: cursor=${cursor}`] : [];
  return [...blocks, ...more].join('\n\n');
}

/**
 * The printed form of a tool's result.
 * @throws Error the reason why the tool failed
 */
export function readResult(result: CallToolResult, isJson: boolean): string {
  const [first] = result.content;
  const text = first?.type === 'text' ? first.text : '';
  if (result.isError) throw new Error(text);
  const answer = result.structuredContent ?? {};
  return isJson ? JSON.stringify(answer) : describeAnswer(answer);
}

/** Runs the command with these arguments. @throws Error the reason of a failure, in a sentence */
export async function run(
  args: readonly string[],
  print: (text: string) => void = console.log,
): Promise<void> {
  const isJson = args.includes('--json');
  const isHelp = args.includes('--help');
  const [name, ...input] = args.filter(
    (argument) => argument !== '--json' && argument !== '--help',
  );
  if (isHelp && name === undefined) return print(USAGE);
  const { BOD_TOKEN = '', BOD_URL = 'http://localhost:8787' } = process.env;
  if (BOD_TOKEN === '') throw new Error('Set BOD_TOKEN to a token of Settings, API tokens.');
  const client = new Client({ name: 'desk', version: '1.0.0' });
  const transport = new StreamableHTTPClientTransport(new URL('/api/mcp', BOD_URL), {
    requestInit: { headers: { Authorization: `Bearer ${BOD_TOKEN}` } },
  });
  try {
    // The types of the SDK are not written for exactOptionalPropertyTypes.
    await client.connect(transport as Parameters<Client['connect']>[0]);
    const { tools } = await client.listTools();
    if (name === undefined) {
      return print(tools.map((tool) => `${tool.name}\n  ${tool.description}`).join('\n'));
    }
    const tool = tools.find((one) => one.name === name);
    if (tool === undefined) throw new Error(`There is no tool ${name}.\n\n${USAGE}`);
    if (isHelp) return print(describeTool(tool));
    const result = await client.callTool({ name, arguments: readInput(tool, input) });
    print(readResult(result as CallToolResult, isJson));
  } catch (error) {
    throw reasonOf(error);
  } finally {
    await client.close();
  }
}

if (import.meta.main) await runCommand(() => run(process.argv.slice(2)));
