import type { Context, TypedResponse } from 'hono';
import type { AppEnv } from './app-env.ts';

/**
 * Streams texts as the body of a response, so that a response of any length fits into memory. The first text is
 * awaited, so that an early failure becomes an error status instead of a broken response.
 */
export async function streamText(
  texts: AsyncGenerator<string>,
): Promise<ReadableStream<Uint8Array>> {
  const encoder = new TextEncoder();
  let next: IteratorResult<string> | null = await texts.next();
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { done, value } = next ?? (await texts.next());
      next = null;
      if (done) return controller.close();
      controller.enqueue(encoder.encode(value));
    },
    async cancel() {
      await texts.return(undefined);
    },
  });
}

/** An answer that is written in chunks; `texts` together are the JSON of an `Answer`. */
export async function streamJson<Answer>(
  c: Context<AppEnv>,
  texts: AsyncGenerator<string>,
): Promise<TypedResponse<Answer, 200, 'json'>> {
  const headers = { 'Content-Type': 'application/json; charset=UTF-8' };
  // No type can prove that the text of the stream has the declared shape.
  return c.newResponse(await streamText(texts), 200, headers) as unknown as TypedResponse<
    Answer,
    200,
    'json'
  >;
}
