import { useState } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { useChannel, useConnectionState } from '../../web/lib/channel/index.ts';

/** Stands in for the server's side of the socket. */
class FakeSocket extends EventTarget {
  static opened: FakeSocket[] = [];
  readyState: number = WebSocket.OPEN;
  readonly sent: string[] = [];
  readonly url: URL;
  constructor(url: string | URL) {
    super();
    this.url = new URL(url);
    FakeSocket.opened.push(this);
  }
  send(text: string) {
    this.sent.push(text);
  }
  close() {
    this.readyState = WebSocket.CLOSED;
  }
  receive(...frames: object[]) {
    for (const frame of frames)
      this.dispatchEvent(new MessageEvent('message', { data: JSON.stringify(frame) }));
  }
}

const price = (seq: number, title: string | null, count = seq) => {
  const data = { url: 'https://a.test/event/1', image: null, title, date: null, venue: null };
  const prices = { '12.00': { count, areas: [] } };
  return { type: 'priceUpdate', data: { ...data, prices }, seq };
};
const hello = (reset: boolean) => ({ type: 'hello', epoch: 'e', reset });
const newest = async () => {
  await vi.waitFor(() => expect(FakeSocket.opened.length).toBeGreaterThan(0));
  const socket = FakeSocket.opened.at(-1);
  if (socket === undefined) throw new Error('no socket was opened');
  return socket;
};

function Prices() {
  const [text, setText] = useState('none');
  useChannel('priceUpdate', ({ title, prices }) => setText(`${title} ${prices?.['12.00']?.count}`));
  return <p>{text}</p>;
}

function Desk({ panels }: { panels: number }) {
  return (
    <>
      <output>{useConnectionState()}</output>
      {Array.from({ length: panels }, (_, index) => (
        <Prices key={String(index)} />
      ))}
    </>
  );
}

beforeEach(() => {
  FakeSocket.opened = [];
  const fake = Object.assign(FakeSocket, { OPEN: WebSocket.OPEN, CLOSED: WebSocket.CLOSED });
  vi.stubGlobal('WebSocket', fake);
});
afterEach(() => void vi.unstubAllGlobals());

test('shows the state, merges changes, and gives a late listener the last known state', async () => {
  const screen = await render(<Desk panels={1} />);
  const socket = await newest();
  await expect.element(screen.getByText('connecting')).toBeVisible();
  socket.receive(hello(true), price(4, 'Lanterns'), { type: 'ready', seq: 4 });
  await expect.element(screen.getByText('connected', { exact: true })).toBeVisible();
  socket.receive(price(5, null));
  await expect.element(screen.getByText('Lanterns 5')).toBeVisible();
  await screen.rerender(<Desk panels={2} />);
  await expect.poll(() => screen.getByText('Lanterns 5').elements().length).toBe(2);
  expect(FakeSocket.opened).toHaveLength(1);
});

test('connects again at its position when a message is missing', async () => {
  const screen = await render(<Desk panels={1} />);
  const socket = await newest();
  socket.receive(hello(true), price(4, 'Lanterns'), { type: 'ready', seq: 4 }, price(6, null));
  await vi.waitFor(() => expect(FakeSocket.opened).toHaveLength(2));
  const again = await newest();
  expect(again.url.searchParams.get('since')).toBe('e.4');
  again.receive(hello(false), price(6, null), { type: 'ready', seq: 6 });
  await expect.element(screen.getByText('Lanterns 6')).toBeVisible();
});
