import { connect } from 'node:net';
import type { FuzzCall } from './calls.ts';

/** The answer to a call; status 0 without an answer. */
export interface FuzzAnswer {
  status: number;
  /** Status line and headers. */
  head: string;
  body: string;
  ms: number;
}

const WITHIN_MS = 30_000;
/** The connection of a cut-off body ends after this time. */
const CUT_AFTER_MS = 50;
const MOST_BYTES = 64 * 1024 * 1024;

/** Writes a call to a separate connection, byte for byte. */
export function sendRaw(port: number, call: FuzzCall): Promise<FuzzAnswer> {
  const { method, target, headers, body, missingBytes } = call;
  const length = body === null ? [] : [`Content-Length: ${body.length + missingBytes}`];
  const lines = [
    `${method} ${target} HTTP/1.1`,
    `Host: 127.0.0.1:${port}`,
    'Connection: close',
    ...length,
    ...headers.map(([name, value]) => `${name}: ${value}`),
  ];
  const head = Buffer.from(`${lines.join('\r\n')}\r\n\r\n`);
  const startedAt = performance.now();
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const socket = connect(port, '127.0.0.1');
    const end = () => {
      socket.destroy();
      const text = Buffer.concat(chunks).toString('utf8');
      const at = text.indexOf('\r\n\r\n');
      resolve({
        status: Number(/^HTTP\/1\.1 (\d+)/.exec(text)?.[1] ?? 0),
        head: at < 0 ? text : text.slice(0, at),
        body: at < 0 ? '' : text.slice(at + 4),
        ms: performance.now() - startedAt,
      });
    };
    socket.setTimeout(WITHIN_MS, end);
    socket.on('data', (chunk: Buffer) => {
      chunks.push(chunk);
      size += chunk.length;
      if (size > MOST_BYTES) end();
    });
    socket.on('error', end).on('close', end);
    socket.write(head);
    if (body !== null) socket.write(body);
    if (missingBytes > 0) setTimeout(end, CUT_AFTER_MS);
  });
}

/** The call as a line for a shell, with its body in base64. */
export function asCurl(port: number, { method, target, headers, body }: FuzzCall): string {
  const quote = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;
  const options = headers.map(([name, value]) => `-H ${quote(`${name}: ${value}`)}`);
  const data = body === null ? '' : ' --data-binary @-';
  const input = body === null ? '' : `echo ${Buffer.from(body).toString('base64')} | base64 -d | `;
  return `${input}curl -g --path-as-is -X ${quote(method)} ${options.join(' ')}${data} ${quote(`http://127.0.0.1:${port}${target}`)}`;
}
