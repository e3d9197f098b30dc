import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import * as z from 'zod';
import type { JsonSchema } from '../../shared/api-document/schema.ts';
import { allowed, MARK, nearlyAllowed } from './values.ts';

/**
 * Opens a WebSocket without a library, so that any bytes can follow.
 * @throws if it is refused
 */
function upgrade(port: number, path: string, token: string): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => undefined);
  socket.write(
    [
      `GET ${path} HTTP/1.1`,
      `Host: 127.0.0.1:${port}`,
      'Connection: Upgrade',
      'Upgrade: websocket',
      'Sec-WebSocket-Version: 13',
      `Sec-WebSocket-Key: ${Buffer.alloc(16, 7).toString('base64')}`,
      `Authorization: Bearer ${token}`,
      '\r\n',
    ].join('\r\n'),
  );
  return new Promise((resolve, reject) => {
    const refuse = (answer: string) =>
      reject(new Error(`${path.split('?')[0]} refused a connection: ${answer}`));
    socket.once('close', () => refuse('closed'));
    socket.once('data', (data) => {
      const answer = data.toString();
      if (/^HTTP\/1\.1 101/.test(answer)) resolve(socket);
      else refuse(answer);
    });
  });
}

/**
 * A masked frame, as clients send it.
 * @param declared the length in its header, if that is wrong
 */
function frame(opcode: number, payload: Uint8Array, declared = payload.length): Buffer {
  const head = Buffer.alloc(14);
  head.writeUInt8(0x80 | opcode, 0);
  head.writeUInt8(0x80 | 127, 1);
  head.writeBigUInt64BE(BigInt(declared), 2);
  // The mask, four zeros, does not change the payload.
  return Buffer.concat([head, payload]);
}

const TEXTS = [
  '',
  'ping',
  '{',
  'null',
  '[]',
  '{}',
  '{"type":1}',
  MARK,
  '"'.repeat(9_999),
  '\u0000',
  '{"__proto__":{"a":1}}',
  '['.repeat(50_000),
  '{"a":'.repeat(5_000),
  '☃'.repeat(999),
];

/** A WebSocket of the product, with the schema of what its clients send. */
export interface FuzzedSocket {
  path: string;
  token: string;
  schema: z.core.$ZodType;
}

/**
 * Sends allowed and hostile frames to WebSockets, several per connection.
 * @returns how many
 */
export async function fuzzSockets(
  port: number,
  sockets: readonly FuzzedSocket[],
  { seed, frames: numRuns }: { seed: number; frames: number },
): Promise<number> {
  const encoder = new TextEncoder();
  let count = 0;
  for (const { path, token, schema } of sockets) {
    // zod's type allows what earlier drafts of JSON schema allow.
    const right = allowed(z.toJSONSchema(schema, { unrepresentable: 'any' }) as JsonSchema, {});
    const drawn = fc.sample(fc.oneof(right, nearlyAllowed(right)), { seed, numRuns });
    const texts = [...TEXTS, ...drawn.map((one) => JSON.stringify(one) ?? '')];
    const frames = [
      ...texts.map((text) => frame(1, encoder.encode(text))),
      ...[2, 3, 7, 8, 9, 10, 11, 15].map((opcode) => frame(opcode, encoder.encode(MARK))),
      frame(1, Uint8Array.from([0xff, 0xc0, 0x80])),
      frame(8, Uint8Array.from([0, 1])),
      frame(1, new Uint8Array(2_000_000).fill(97)),
      frame(1, encoder.encode('short'), 1_000_000),
      frame(1, encoder.encode('short'), 2 ** 40),
      Buffer.from('GET / HTTP/1.1\r\n\r\n'),
      Buffer.alloc(64, 255),
    ];
    for (let at = 0; at < frames.length; at += 4) {
      const socket = await upgrade(port, path, token);
      for (const bytes of frames.slice(at, at + 4)) socket.write(bytes);
      await sleep(10);
      socket.destroy();
    }
    count += frames.length;
  }
  return count;
}
