import { inflateRawSync } from 'node:zlib';
import { expect, onTestFinished, vi } from 'vitest';
import {
  type ChannelFrame,
  type ChannelMessage,
  channelFrame,
  writePosition,
} from '../../shared/channel.ts';
import { PATIENCE } from '../factories/patience.ts';
import { callApi } from './api.ts';

/** A browser's socket, as the channel sees it. */
export interface TestSocket {
  socket: WebSocket;
  frames: ChannelFrame[];
  /** The frames as they arrived, with compressed ones unpacked: a text may be a list of frames. */
  texts: string[];
  /** The number of received characters and bytes; a character counts as one. */
  bytes: number;
  /** Resolves when the channel has closed the socket. */
  closed: Promise<{ code: number; reason: string }>;
}

/** Calls /ws as a browser would. */
export const callChannel = (query: Record<string, string>, headers: Record<string, string> = {}) =>
  callApi(`/ws?${new URLSearchParams(query)}`, { headers: { Upgrade: 'websocket', ...headers } });

/** Collects what arrives on the socket of an upgraded call, until the test ends. */
export function openSocket(response: Response): TestSocket {
  const socket = response.webSocket;
  if (socket === null) throw new Error(`not upgraded: ${response.status}`);
  const frames: ChannelFrame[] = [];
  const texts: string[] = [];
  const opened = { socket, frames, texts, bytes: 0 };
  socket.addEventListener('message', ({ data }) => {
    if (data === 'pong') return;
    const text = typeof data === 'string' ? data : inflateRawSync(data).toString();
    opened.bytes += typeof data === 'string' ? data.length : data.byteLength;
    const messages = [JSON.parse(text)].flat();
    frames.push(...messages.map((message) => channelFrame.parse(message)));
    texts.push(text);
  });
  const closed = new Promise<{ code: number; reason: string }>((resolve) =>
    socket.addEventListener('close', ({ code, reason }) => resolve({ code, reason })),
  );
  socket.binaryType = 'arraybuffer';
  socket.accept();
  onTestFinished(() => socket.close(1000));
  return Object.assign(opened, { closed });
}

/** Connects a client, and waits until it has received what it missed. */
export async function connect(token: string, since = '', more = {}): Promise<TestSocket> {
  const opened = openSocket(await callChannel({ token, since, ...more }));
  await vi.waitFor(
    () => expect(opened.frames.some(({ type }) => type === 'ready')).toBe(true),
    PATIENCE,
  );
  return opened;
}

/** A price update; fields that are not given keep their values. */
export const priceUpdate = (
  url: string,
  data: Partial<Extract<ChannelMessage, { type: 'priceUpdate' }>['data']>,
): ChannelMessage => ({
  type: 'priceUpdate',
  data: { url, prices: null, image: null, title: null, date: null, venue: null, ...data },
});

export const priceOf = (count: number) => ({ '12.00': { count, areas: ['Floor'] } });

export const anyUrl = () => `https://www.ticketmaster.com/event/${crypto.randomUUID()}`;
/** The messages about an event. Tests share the channel: each reads only its own events. */
export const about = (frames: ChannelFrame[], url: string) =>
  frames.flatMap((frame) => (frame.type === 'priceUpdate' && frame.data.url === url ? frame : []));
/** The position up to which a client has read. */
export const positionOf = ({ frames }: TestSocket) => {
  const first = frames.find((frame) => frame.type === 'hello');
  const seq = frames.reduce((newest, frame) => ('seq' in frame ? frame.seq : newest), 0);
  return writePosition({ epoch: first?.type === 'hello' ? first.epoch : '', seq });
};
