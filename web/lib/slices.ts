/** Below the 50 ms from which on an operator notices a wait. */
const SLICE_MS = 12;

/** Takes all pieces, a few milliseconds' worth at a time, so that the page stays in use meanwhile. */
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
