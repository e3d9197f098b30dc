import { type ChannelFrame, type ChannelMessage, channelFrame } from '../../shared/channel.ts';
import { callApi } from './api.ts';

/** A browser's socket, as the channel sees it. */
export interface TestSocket {
  socket: WebSocket;
  frames: ChannelFrame[];
  /** Resolves when the channel has closed the socket. */
  closed: Promise<{ code: number; reason: string }>;
}

/** Calls /ws as a browser would. */
export const callChannel = (query: Record<string, string>, headers: Record<string, string> = {}) =>
  callApi(`/ws?${new URLSearchParams(query)}`, { headers: { Upgrade: 'websocket', ...headers } });

/** Collects what arrives on the socket of an upgraded call. */
export function openSocket(response: Response): TestSocket {
  const socket = response.webSocket;
  if (socket === null) throw new Error(`not upgraded: ${response.status}`);
  const frames: ChannelFrame[] = [];
  socket.addEventListener('message', ({ data }) => {
    if (typeof data === 'string' && data !== 'pong')
      frames.push(channelFrame.parse(JSON.parse(data)));
  });
  const closed = new Promise<{ code: number; reason: string }>((resolve) =>
    socket.addEventListener('close', ({ code, reason }) => resolve({ code, reason })),
  );
  socket.accept();
  return { socket, frames, closed };
}

/** A price update; what is not given stays as it was. */
export const priceUpdate = (
  url: string,
  data: Partial<Extract<ChannelMessage, { type: 'priceUpdate' }>['data']>,
): ChannelMessage => ({
  type: 'priceUpdate',
  data: { url, prices: null, image: null, title: null, date: null, venue: null, ...data },
});

export const priceOf = (count: number) => ({ '12.00': { count, areas: ['Floor'] } });
