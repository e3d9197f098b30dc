/**
 * Features that the tabs of this browser share besides its storage. A browser that blocks the
 * storage of a site refuses these too; this tab then works on its own.
 */

/** Messages to the other tabs. */
interface TabChannel<Message> {
  post: (message: Message) => void;
  close: () => void;
}

/** Opens the channel with this name. `onMessage` receives messages of other tabs. */
export function openTabChannel<Message>(
  name: string,
  onMessage: (message: Message) => void,
): TabChannel<Message> {
  try {
    const channel = new BroadcastChannel(name);
    channel.addEventListener('message', ({ data }: MessageEvent<Message>) => onMessage(data));
    return { post: (message) => channel.postMessage(message), close: () => channel.close() };
  } catch {
    return { post: () => undefined, close: () => undefined };
  }
}

/** The lock of a tab without others. */
const aloneWith = (name: string): Lock => ({ name, mode: 'exclusive' });

/**
 * Like `navigator.locks.request`: `run` gets the lock, or null if `ifAvailable` is set and another tab has it.
 * @throws DOMException `AbortError` when the signal aborts or another tab steals the lock
 */
export async function requestLock(
  name: string,
  options: LockOptions,
  run: (lock: Lock | null) => Promise<void> | void,
): Promise<void> {
  try {
    await navigator.locks.request(name, options, run);
  } catch (error) {
    const isRefused =
      (error instanceof DOMException && error.name === 'SecurityError') ||
      navigator.locks === undefined;
    if (!isRefused) throw error;
    options.signal?.throwIfAborted();
    await run(aloneWith(name));
  }
}
