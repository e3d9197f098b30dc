/**
 * Texts as the body of an answer, encoded as the client reads them, so that an answer of any length fits into memory.
 * The first text is awaited, so that an early failure gets its status instead of breaking the answer.
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
