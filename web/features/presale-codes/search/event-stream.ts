import { createParser } from 'eventsource-parser';

/** One event of a stream of server-sent events. */
export interface StreamEvent {
  name: string;
  data: string;
}

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
      parser.feed(decoder.decode(value, { stream: true }));
      yield* events.splice(0);
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
