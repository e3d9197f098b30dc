/** Less than the 50 ms after which an operator notices a wait. */
const SLICE_MS = 12;

/** Collects all chunks in slices of a few milliseconds, so that the page stays responsive. */
export async function inSlices(pieces: Iterable<string>): Promise<string[]> {
  const taken: string[] = [];
  let sliceStart = performance.now();
  for (const piece of pieces) {
    taken.push(piece);
    if (performance.now() - sliceStart < SLICE_MS) continue;
    await new Promise((resolve) => setTimeout(resolve));
    sliceStart = performance.now();
  }
  return taken;
}
