/** One event of a stream of server-sent events. */
export interface StreamEvent {
  name: string;
  data: string;
}

const BREAK = '\n\n';

/**
 * Splits a body into its events; comments keep it alive and are no events.
 * @throws {TypeError} after `silentMs` without a byte, as for a connection that broke.
 */
export async function* readEvents(
  body: ReadableStream<Uint8Array>,
  silentMs: number,
): AsyncGenerator<StreamEvent> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let rest = '';
  try {
    while (true) {
      const { value, done } = await readWithin(reader, silentMs);
      if (done) return;
      // A break may lie across the seam of two chunks; what was searched already is not searched again.
      const seam = Math.max(0, rest.length - 1);
      rest += decoder.decode(value, { stream: true });
      for (let at = rest.indexOf(BREAK, seam); at >= 0; at = rest.indexOf(BREAK)) {
        const event = readBlock(rest.slice(0, at));
        rest = rest.slice(at + BREAK.length);
        if (event) yield event;
      }
    }
  } finally {
    void reader.cancel().catch(() => undefined); // ended already
  }
}

function readBlock(block: string): StreamEvent | null {
  const name = /^event: ?(.*)$/m.exec(block)?.[1];
  if (name === undefined) return null;
  const data = [...block.matchAll(/^data: ?(.*)$/gm)].map((match) => match[1]).join('\n');
  return { name, data };
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
