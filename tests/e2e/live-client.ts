import { expect } from '@playwright/test';
import type { ChannelFrame } from '../../shared/channel.ts';

/** A client of the live channel that keeps its position when the product stops. */
export interface LiveClient {
  /** Connects, or connects again, and waits until everything missed has arrived. */
  connect(token: string): Promise<void>;
  /** The addresses of the price updates so far. */
  pricesOf(): string[];
  close(): void;
}

/** @param origin of the product, with http. */
export function liveClient(origin: string): LiveClient {
  let socket: WebSocket | undefined;
  let epoch = '';
  let seq = 0;
  const frames: ChannelFrame[] = [];
  const read = (frame: ChannelFrame) => {
    if (frame.type === 'hello') {
      expect(frame.reset, 'a client that comes back is sent what it missed, not everything').toBe(
        epoch === '',
      );
      epoch = frame.epoch;
    } else if ('seq' in frame) {
      expect(frame.seq).toBeGreaterThanOrEqual(seq);
      seq = frame.seq;
    }
    frames.push(frame);
  };
  return {
    connect: (token) => {
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      const query = new URLSearchParams({ token, ...(epoch && { since: `${epoch}.${seq}` }) });
      socket = new WebSocket(`${origin.replace('http', 'ws')}/ws?${query}`);
      socket.addEventListener('error', () => reject(new Error('The channel refused.')));
      socket.addEventListener('message', ({ data }) => {
        const frame: ChannelFrame = JSON.parse(String(data));
        try {
          read(frame);
        } catch (error) {
          reject(error);
        }
        if (frame.type === 'ready') resolve();
      });
      return promise;
    },
    pricesOf: () =>
      frames.flatMap((frame) => (frame.type === 'priceUpdate' ? [frame.data.url] : [])),
    close: () => socket?.close(),
  };
}
