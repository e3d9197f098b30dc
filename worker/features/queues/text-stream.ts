/**
 * Texts as the body of an answer, encoded as they are asked for, so that any length fits into memory. The first text is
 * awaited, so that what fails at once is told as a failure and not as a broken answer.
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
