/**
 * A process with many clients of a channel, for the bench. It implements only the needed part of the WebSocket
 * protocol, because a library needs more time for a frame than the server that is measured.
 */
import { randomBytes } from 'node:crypto';
import { connect, type Socket } from 'node:net';
import { inflateRawSync } from 'node:zlib';
import { CONFIRM_EVERY } from '../../../shared/channel.ts';

/** A message from the bench. */
export type ClientsOrder =
  | { type: 'open'; origin: string; path: string; count: number; firstOperator: number }
  | { type: 'close' };

/** A message to the bench. */
export type ClientsReport =
  | { type: 'open' }
  /** Every client of this process has the update with this mark. */
  | { type: 'arrived'; mark: number }
  /** Frames that were lost, doubled or out of order, and clients that the server disconnected. */
  | { type: 'closed'; wrong: number; dropped: number };

const SOCKETS_OF_OPERATOR = 20;
const OPENED_AT_ONCE = 50;

interface Client {
  socket: Socket;
  /** The number of the newest update; 0 before the first update. */
  seq: number;
  /**
   * Whether the client still receives the states from before its connection, which are not counted.
   */
  isReplaying: boolean;
  unread: Buffer;
}

/** A frame that clients received, parsed once for all of them. */
interface Update {
  /** 0 for a peer that does not count its updates. */
  firstSeq: number;
  lastSeq: number;
  mark: number;
  /** Clients that still wait for this update. */
  left: number;
}

let clients: Client[] = [];
const updates = new Map<string, Update>();
const newest = new Map<string, number>();
let wrong = 0;
let dropped = 0;

const report = (message: ClientsReport) => process.send?.(message);

function readUpdate(text: string): Update {
  const parsed = JSON.parse(text);
  const list = Array.isArray(parsed) ? parsed : [parsed];
  for (const [index, { seq, data }] of list.entries()) {
    const { count } = data.prices['58.00'];
    const isNewer = count > (newest.get(data.url) ?? 0);
    const isNext = seq === undefined || seq === list[0].seq + index;
    if (!isNewer || !isNext) wrong += 1;
    newest.set(data.url, count);
  }
  const last = list.at(-1);
  return {
    firstSeq: list[0].seq ?? 0,
    lastSeq: last.seq ?? 0,
    mark: last.data.mark,
    left: clients.length,
  };
}

/** `text` is the content of a text frame, or the bytes of a binary frame as Latin-1. */
function receive(client: Client, text: string, isBinary: boolean): void {
  if (text.startsWith('{"type":"hello"')) client.isReplaying = true;
  if (text.startsWith('{"type":"ready"')) {
    client.isReplaying = false;
    client.seq = JSON.parse(text).seq;
    return;
  }
  if (client.isReplaying) return;
  const known = updates.get(text);
  const update =
    known ?? readUpdate(isBinary ? inflateRawSync(Buffer.from(text, 'latin1')).toString() : text);
  if (known === undefined) updates.set(text, update);
  if (client.seq > 0 && update.firstSeq !== client.seq + 1) wrong += 1;
  const confirmed = Math.floor(client.seq / CONFIRM_EVERY);
  client.seq = update.lastSeq;
  if (Math.floor(client.seq / CONFIRM_EVERY) > confirmed) confirm(client);
  update.left -= 1;
  if (update.left > 0) return;
  updates.delete(text);
  report({ type: 'arrived', mark: update.mark });
}

/** A short text, masked with zeros as the protocol allows. */
function confirm({ socket, seq }: Client): void {
  const text = Buffer.from(JSON.stringify({ type: 'ack', seq }));
  socket.write(Buffer.concat([Buffer.from([0x81, 0x80 | text.length, 0, 0, 0, 0]), text]));
}

const [TEXT, BINARY] = [1, 2];

/**
 * Where the content of the first frame begins, and its length; null until these bytes have arrived.
 */
function measureFrame(bytes: Buffer): { head: number; length: number } | null {
  const short = (bytes[1] ?? 0) & 0x7f;
  const head = short < 126 ? 2 : short === 126 ? 4 : 10;
  if (bytes.length < head) return null;
  if (short < 126) return { head, length: short };
  const length = short === 126 ? bytes.readUInt16BE(2) : Number(bytes.readBigUInt64BE(2));
  return { head, length };
}

/** Takes the complete frames from the received bytes. */
function read(client: Client, chunk: Buffer): void {
  let rest = client.unread.length === 0 ? chunk : Buffer.concat([client.unread, chunk]);
  for (;;) {
    const frame = measureFrame(rest);
    if (frame === null || rest.length < frame.head + frame.length) break;
    const kind = (rest[0] ?? 0) & 0x0f;
    const end = frame.head + frame.length;
    if (kind === TEXT || kind === BINARY)
      receive(client, rest.toString('latin1', frame.head, end), kind === BINARY);
    rest = rest.subarray(end);
  }
  client.unread = rest;
}

function open(origin: string, path: string): Promise<Client> {
  const { hostname, port, host } = new URL(origin);
  const socket = connect(Number(port), hostname);
  const client: Client = { socket, seq: 0, isReplaying: false, unread: Buffer.alloc(0) };
  const { promise, resolve, reject } = Promise.withResolvers<Client>();
  socket.setNoDelay(true);
  socket.on('error', reject);
  socket.on('close', () => {
    dropped += 1;
  });
  socket.once('data', (chunk) => {
    const end = chunk.indexOf('\r\n\r\n') + 4;
    if (!chunk.toString('latin1', 0, 12).endsWith('101')) return reject(new Error('no upgrade'));
    socket.on('data', (more) => read(client, more));
    read(client, chunk.subarray(end));
    resolve(client);
  });
  const key = randomBytes(16).toString('base64');
  const headers = [
    `GET ${path} HTTP/1.1`,
    `Host: ${host}`,
    'Upgrade: websocket',
    'Connection: Upgrade',
    'Sec-WebSocket-Version: 13',
    `Sec-WebSocket-Key: ${key}`,
  ];
  socket.write(`${headers.join('\r\n')}\r\n\r\n`);
  return promise;
}

async function openAll(order: ClientsOrder & { type: 'open' }): Promise<void> {
  clients = [];
  while (clients.length < order.count) {
    const from = clients.length;
    const size = Math.min(OPENED_AT_ONCE, order.count - from);
    const some = Array.from({ length: size }, (_, index) => {
      const operator = order.firstOperator + Math.floor((from + index) / SOCKETS_OF_OPERATOR);
      return open(order.origin, `${order.path}operator=${operator}`);
    });
    clients.push(...(await Promise.all(some)));
  }
  report({ type: 'open' });
}

function closeAll(): void {
  wrong += updates.size;
  for (const { socket } of clients) socket.removeAllListeners('close').destroy();
  report({ type: 'closed', wrong, dropped });
  [wrong, dropped] = [0, 0];
  updates.clear();
  newest.clear();
}

process.on('message', (order: ClientsOrder) => {
  if (order.type === 'open') void openAll(order);
  else closeAll();
});
