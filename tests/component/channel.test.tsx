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

test('leaves out a message that it cannot read, and stays connected', async () => {
  const screen = await render(<Desk panels={1} />);
  const socket = await newest();
  socket.receive(hello(true), { type: 'ready', seq: 4 }, { type: 'gossip', data: {}, seq: 5 });
  socket.receive(price(6, 'Lanterns'));
  await expect.element(screen.getByText('Lanterns 6')).toBeVisible();
  expect(FakeSocket.opened).toHaveLength(1);
});

test('confirms every hundredth message', async () => {
  const screen = await render(<Desk panels={1} />);
  const socket = await newest();
  socket.receive(hello(true), { type: 'ready', seq: 0 });
  for (let seq = 1; seq <= 250; seq += 1) socket.receive(price(seq, 'Lanterns'));
  await expect.element(screen.getByText('Lanterns 250')).toBeVisible();
  expect(socket.sent).toEqual(['{"type":"ack","seq":100}', '{"type":"ack","seq":200}']);
});

test('gives other tabs every frame, and a late one everything', async () => {
  const other = new BroadcastChannel('live-channel');
  const heard: { type: string; frames?: string[]; text?: string; state?: string }[] = [];
  other.addEventListener('message', ({ data }) => heard.push(data));
  const screen = await render(<Desk panels={1} />);
  const socket = await newest();
  socket.receive(hello(true), price(4, 'Lanterns'), { type: 'ready', seq: 4 });
  await expect.element(screen.getByText('connected', { exact: true })).toBeVisible();
  other.postMessage({ type: 'sync', tab: 'late' });
  await vi.waitFor(() => expect(heard.at(-1)).toMatchObject({ type: 'known', state: 'connected' }));
  const frames = heard.at(-1)?.frames?.map((frame) => JSON.parse(frame));
  expect(frames).toEqual([hello(true), price(4, 'Lanterns'), { type: 'ready', seq: 4 }]);
  socket.receive(price(5, null));
  await vi.waitFor(() =>
    expect(heard.at(-1)).toEqual({ type: 'frame', text: JSON.stringify(price(5, null)) }),
  );
  other.close();
});

test('follows the tab that has the socket, and takes over at the same position', async () => {
  const { promise: leaves, resolve: leave } = Promise.withResolvers<void>();
  await new Promise<void>((resolve) => {
    void navigator.locks.request('live-channel', () => {
      resolve();
      return leaves;
    });
  });
  const leader = new BroadcastChannel('live-channel');
  leader.addEventListener('message', ({ data }) => {
    if (data.type !== 'sync') return;
    const frames = [hello(true), price(4, 'Lanterns'), { type: 'ready', seq: 4 }];
    const texts = frames.map((frame) => JSON.stringify(frame));
    leader.postMessage({ type: 'known', tab: data.tab, state: 'connected', frames: texts });
  });
  const screen = await render(<Desk panels={1} />);
  await expect.element(screen.getByText('Lanterns 4')).toBeVisible();
  await expect.element(screen.getByText('connected', { exact: true })).toBeVisible();
  leader.postMessage({ type: 'frame', text: JSON.stringify(price(5, null)) });
  await expect.element(screen.getByText('Lanterns 5')).toBeVisible();
  expect(FakeSocket.opened).toEqual([]);
  leave();
  leader.close();
  expect((await newest()).url.searchParams.get('since')).toBe('e.5');
});
