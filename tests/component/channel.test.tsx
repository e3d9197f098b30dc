import { useState } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { CLOSE, CONFIRM_EVERY, priceKey } from '../../shared/channel.ts';
import {
  useChannel,
  useChannelReset,
  useConnectionState,
  useLastState,
} from '../../web/lib/channel/index.ts';
import { removeToken, storeToken } from '../../web/lib/token.ts';
import { openProduct } from './product.tsx';

/** Stands in for the server's side of the socket. */
class FakeSocket extends EventTarget {
  static opened: FakeSocket[] = [];
  readyState: number = WebSocket.OPEN;
  readonly sent: string[] = [];
  readonly url: URL;
  constructor(url: string | URL = '') {
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
/** Waits until this number of sockets exists. */
const opened = (count: number) => expect.poll(() => FakeSocket.opened.length).toBe(count);
/** The newest socket, which may not be open yet. */
const newest = async () => {
  await expect.poll(() => FakeSocket.opened.length).toBeGreaterThan(0);
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
  // Without a session, nothing connects.
  storeToken('token');
  FakeSocket.opened = [];
  const fake = Object.assign(FakeSocket, { OPEN: WebSocket.OPEN, CLOSED: WebSocket.CLOSED });
  vi.stubGlobal('WebSocket', fake);
});
afterEach(() => {
  vi.unstubAllGlobals();
  removeToken();
});

test('shows the state, merges changes, and sends the last known state to a late listener', async () => {
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

const URL_OF = (event: number) => `https://a.test/event/${event}`;
function Shown({ event }: { event: number }) {
  const state = useLastState(priceKey(URL_OF(event)));
  return <p>{`${event}: ${state?.type === 'priceUpdate' ? state.data.title : 'nothing'}`}</p>;
}
function Page({ events, onReset }: { events: number[]; onReset: () => void }) {
  useChannelReset(onReset);
  return [...events, ...events].map((event, at) => <Shown key={String(at)} event={event} />);
}
const stateOf = (event: number, title: string) => {
  const { type, data } = price(0, title);
  return { type, data: { ...data, url: URL_OF(event) } };
};

test('requests the states of the shown events, each once per connection', async () => {
  const onReset = vi.fn();
  const screen = await render(<Page events={[1, 2]} onReset={onReset} />);
  const socket = await newest();
  expect(socket.url.searchParams.get('prices')).toBe('named');
  expect(socket.sent).toEqual([]);
  socket.receive(hello(true), { type: 'ready', seq: 4 });
  const request = (...events: number[]) =>
    JSON.stringify({ type: 'name', urls: events.map(URL_OF) });
  await expect.poll(() => socket.sent).toEqual([request(1, 2)]);
  socket.receive({ type: 'states', data: [stateOf(1, 'Lanterns'), stateOf(2, 'Owls')] });
  await expect.element(screen.getByText('2: Owls').first()).toBeVisible();
  // A state keeps its position among the messages, which are numbered separately.
  socket.receive(price(5, 'Lanterns again'));
  await expect.element(screen.getByText('1: Lanterns again').first()).toBeVisible();
  await screen.rerender(<Page events={[2, 3]} onReset={onReset} />);
  await expect.poll(() => socket.sent).toEqual([request(1, 2), request(3)]);
  expect(onReset).not.toHaveBeenCalled();

  // More messages were missed than can be sent again.
  socket.receive(price(7, null));
  await opened(2);
  const again = await newest();
  again.receive(hello(true), { type: 'ready', seq: 9_000 });
  await expect.poll(() => again.sent).toEqual([request(2, 3)]);
  expect(onReset).toHaveBeenCalledOnce();
});

test('reconnects at its position when a message is missing', async () => {
  const screen = await render(<Desk panels={1} />);
  const socket = await newest();
  socket.receive(hello(true), price(4, 'Lanterns'), { type: 'ready', seq: 4 }, price(6, null));
  await opened(2);
  const again = await newest();
  expect(again.url.searchParams.get('since')).toBe('e.4');
  again.receive(hello(false), price(6, null), { type: 'ready', seq: 6 });
  await expect.element(screen.getByText('Lanterns 6')).toBeVisible();
});

test('accepts lists of messages, and finds a gap within one', async () => {
  const screen = await render(<Desk panels={1} />);
  const socket = await newest();
  expect(socket.url.searchParams.get('lists')).toBe('deflate');
  socket.receive(hello(true), [price(2, 'Lanterns'), price(4, null)], { type: 'ready', seq: 4 });
  await expect.element(screen.getByText('Lanterns 4')).toBeVisible();
  socket.receive([price(5, null), { type: 'gossip', data: {}, seq: 6 }, price(7, null)]);
  await expect.element(screen.getByText('Lanterns 7')).toBeVisible();
  socket.receive([price(8, null), price(10, null)]);
  await opened(2);
  expect((await newest()).url.searchParams.get('since')).toBe('e.8');
});

test('skips a message that it cannot read, and stays connected', async () => {
  const screen = await render(<Desk panels={1} />);
  const socket = await newest();
  socket.receive(hello(true), { type: 'ready', seq: 4 }, { type: 'gossip', data: {}, seq: 5 });
  socket.receive(price(6, 'Lanterns'));
  await expect.element(screen.getByText('Lanterns 6')).toBeVisible();
  expect(FakeSocket.opened).toHaveLength(1);
});

test('reads compressed lists in order, and reconnects when one is broken', async () => {
  const screen = await render(<Desk panels={1} />);
  const socket = await newest();
  const receive = (data: string | ArrayBuffer) =>
    socket.dispatchEvent(new MessageEvent('message', { data }));
  const deflate = async (frames: object[]) => {
    const bytes = new Blob([JSON.stringify(frames)]).stream();
    const deflated = bytes.pipeThrough(new CompressionStream('deflate-raw'));
    return new Response(deflated).arrayBuffer();
  };
  const list = await deflate([price(2, 'Lanterns'), price(3, null)]);
  socket.receive(hello(true), price(1, null));
  receive(list);
  // If the message did not wait for the list, it would be treated as a gap.
  socket.receive(price(4, null), { type: 'ready', seq: 4 });
  await expect.element(screen.getByText('Lanterns 4')).toBeVisible();
  expect(FakeSocket.opened).toHaveLength(1);
  receive(new Uint8Array([1, 2, 3]).buffer);
  await opened(2);
  expect((await newest()).url.searchParams.get('since')).toBe('e.4');
});

test('confirms messages from time to time', async () => {
  const screen = await render(<Desk panels={1} />);
  const socket = await newest();
  socket.receive(hello(true), { type: 'ready', seq: 0 });
  for (let seq = 1; seq <= 2 * CONFIRM_EVERY + 50; seq += 1) socket.receive(price(seq, 'Lanterns'));
  await expect.element(screen.getByText(`Lanterns ${2 * CONFIRM_EVERY + 50}`)).toBeVisible();
  const acks = [CONFIRM_EVERY, 2 * CONFIRM_EVERY].map((seq) =>
    JSON.stringify({ type: 'ack', seq }),
  );
  await expect.poll(() => socket.sent).toEqual(acks);
});

test('a tab keeps its socket while one page replaces another, and closes it with the last listener', async () => {
  const screen = await render(<Desk key="one" panels={1} />);
  const socket = await newest();
  socket.receive(hello(true), price(4, 'Lanterns'), { type: 'ready', seq: 4 });
  await screen.rerender(<Desk key="another" panels={1} />);
  await expect.element(screen.getByText('Lanterns 4')).toBeVisible();
  expect(FakeSocket.opened).toHaveLength(1);
  expect(socket.readyState).toBe(WebSocket.OPEN);
  await screen.unmount();
  await expect.poll(() => socket.readyState).toBe(WebSocket.CLOSED);
  // The next page starts without the state of the last one.
  const next = await render(<Desk panels={1} />);
  await opened(2);
  expect((await newest()).url.searchParams.get('since')).toBeNull();
  await expect.element(next.getByText('none')).toBeVisible();
});

test('the bell counts once when the channel is connected, and again after the connection was lost', async () => {
  const { calls } = await openProduct('/settings', {}, { Socket: FakeSocket });
  const counts = () => calls.to('GET /notifications').length;
  const socket = await newest();
  expect(counts()).toBe(0);
  socket.receive(hello(true), { type: 'ready', seq: 1 });
  await expect.poll(counts).toBe(1);
  socket.receive(price(2, null), price(4, null));
  await opened(2);
  expect(counts()).toBe(1);
  (await newest()).receive(hello(false), price(4, null), { type: 'ready', seq: 4 });
  await expect.poll(counts).toBe(2);
});

test('the bell shows its count although the channel cannot be reached', async () => {
  const { calls } = await openProduct('/settings', {}, { Socket: FakeSocket });
  (await newest()).dispatchEvent(new CloseEvent('close', { code: 1006 }));
  await calls.made('GET /notifications');
});

test('the reason why a channel closed is not checked while the operator signs out', async () => {
  const end = async () => {
    const socket = await newest();
    socket.dispatchEvent(new CloseEvent('close', { code: CLOSE.sessionEnded }));
    return { success: true, message: '' };
  };
  const answers = { 'POST /auth/logout': end };
  const { page, calls, href } = await openProduct('/settings', answers, { Socket: FakeSocket });
  (await newest()).receive(hello(true), { type: 'ready', seq: 1 });
  await page.getByRole('button', { name: /^Account menu/ }).click();
  await page.getByRole('menuitem', { name: 'Logout' }).click();
  await expect.poll(href).toBe('/login');
  expect(calls.to('GET /auth/sessions')).toEqual([]);
});

test('a page at an address outside the product shows why it gets no live updates', async () => {
  const desk = 'https://desk.example.org';
  const answers: Parameters<typeof openProduct>[1] = {
    'GET /auth/sessions': () => ({ success: true, sessions: [] }),
    'GET /public-address': () => ({ success: true, addresses: [desk], own: 'http://localhost' }),
  };
  const { page } = await openProduct('/settings', answers, { Socket: FakeSocket });
  (await newest()).dispatchEvent(new CloseEvent('close', { code: 1006 }));
  await expect.element(page.getByText('Live updates are refused:')).toBeVisible();
  const reason = `this desk is known as ${desk}. Open it there, or add ${location.origin} to PUBLIC_URL.`;
  await expect.element(page.getByText(reason)).toBeVisible();
});

test('a page at an address of the product shows nothing about an unreachable channel', async () => {
  const { page, calls } = await openProduct(
    '/settings',
    {
      'GET /auth/sessions': () => ({ success: true, sessions: [] }),
      'GET /public-address': () => ({ success: true, addresses: [location.origin], own: '' }),
    },
    { Socket: FakeSocket },
  );
  (await newest()).dispatchEvent(new CloseEvent('close', { code: 1006 }));
  await calls.made('GET /public-address');
  await expect.element(page.getByText('Live updates are refused')).not.toBeInTheDocument();
});
