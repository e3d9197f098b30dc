import { createParser } from 'eventsource-parser';

/** One event of a stream of server-sent events. */
export interface StreamEvent {
  name: string;
  data: string;
}

/** Thousands of events that arrive at once, as after a reload, are read in tasks of this length: a frame has 16 ms. */
const SLICE_MS = 10;

/** Browsers slow the timers of a hidden page down, and it draws nothing. */
const isHidden = (): boolean => typeof document !== 'undefined' && document.hidden;

/**
 * Reads the named events of a stream of server-sent events.
 * @throws {TypeError} after `silentMs` without a byte, as for a connection that broke.
 */
export async function* readEvents(
  body: ReadableStream<Uint8Array>,
  silentMs: number,
): AsyncGenerator<StreamEvent> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  const events: StreamEvent[] = [];
  const parser = createParser({
    onEvent: ({ event, data }) => event !== undefined && events.push({ name: event, data }),
  });
  try {
    while (true) {
      const { value, done } = await readWithin(reader, silentMs);
      if (done) return;
      let since = performance.now();
      parser.feed(decoder.decode(value, { stream: true }));
      for (const event of events.splice(0)) {
        yield event;
        if (performance.now() - since < SLICE_MS || isHidden()) continue;
        await new Promise((resolve) => setTimeout(resolve));
        since = performance.now();
      }
    }
  } finally {
    void reader.cancel().catch(() => undefined); // ended already
  }
}

async function readWithin(reader: ReadableStreamDefaultReader<Uint8Array>, silentMs: number) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const silence = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new TypeError('The stream fell silent.')), silentMs);
  });
  try {
    return await Promise.race([reader.read(), silence]);
  } finally {
    clearTimeout(timer);
  }
}
