import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { CallToolResult, Tool } from '@modelcontextprotocol/sdk/types.js';
import { readJson } from '../shared/json.ts';
import { printable, runCommand } from './services/command.ts';

const USAGE = `Usage: npm run desk -- <tool> [name=value ...] [--json]
       npm run desk

Calls a tool of the desk with a token of Settings (BOD_TOKEN) at BOD_URL (http://localhost:8787 unless set), and lists
the tools without one. A list is given as JSON: categories='["VIP"]'. --json prints the whole answer.`;

/** The value of a text: JSON, unless the tool takes a text there. */
function readValue(text: string, schema: unknown): unknown {
  const type = typeof schema === 'object' && schema !== null && 'type' in schema ? schema.type : '';
  if (type === 'string') return text;
  const value = readJson(text);
  return value === undefined ? text : value;
}

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

/** What is printed of a tool's result. @throws Error the reason why the tool failed */
export function readResult(result: CallToolResult, isJson: boolean): string {
  const [first] = result.content;
  const text = first?.type === 'text' ? first.text : '';
  if (result.isError) throw new Error(text);
  const answer = result.structuredContent ?? {};
  return isJson ? JSON.stringify(answer) : describeAnswer(answer);
}

async function run(given: readonly string[]): Promise<void> {
  const isJson = given.includes('--json');
  const [name, ...input] = given.filter((argument) => argument !== '--json');
  if (name === '--help') return console.log(USAGE);
  const { BOD_TOKEN = '', BOD_URL = 'http://localhost:8787' } = process.env;
  if (BOD_TOKEN === '') throw new Error('Set BOD_TOKEN to a token of Settings, API tokens.');
  const client = new Client({ name: 'desk', version: '1.0.0' });
  const transport = new StreamableHTTPClientTransport(new URL('/api/mcp', BOD_URL), {
    requestInit: { headers: { Authorization: `Bearer ${BOD_TOKEN}` } },
  });
  // The types of the SDK are not written for exactOptionalPropertyTypes.
  await client.connect(transport as Parameters<Client['connect']>[0]);
  try {
    const { tools } = await client.listTools();
    if (name === undefined) {
      return console.log(tools.map((tool) => `${tool.name}\n  ${tool.description}`).join('\n'));
    }
    const tool = tools.find((one) => one.name === name);
    if (tool === undefined) throw new Error(`There is no tool ${name}.\n\n${USAGE}`);
    const result = await client.callTool({ name, arguments: readInput(tool, input) });
    console.log(readResult(result as CallToolResult, isJson));
  } finally {
    await client.close();
  }
}

if (import.meta.main) await runCommand(() => run(process.argv.slice(2)));
