import { LaunchError } from './launch-error.ts';

/**
 * Asks until `isReady` answers true, or the service that is waited for has ended.
 * @throws LaunchError with the service's own last sentence, or after `limitMs`
 */
export async function waitUntil(
  what: string,
  isReady: () => Promise<boolean>,
  ended: Promise<string> | undefined,
  limitMs = 60_000,
): Promise<void> {
  let lastWords: string | undefined;
  void ended?.then((sentence) => {
    lastWords = sentence;
  });
  const deadline = Date.now() + limitMs;
  while (!(await isReady().catch(() => false))) {
    if (lastWords !== undefined) throw new LaunchError(lastWords);
    if (Date.now() > deadline) {
      throw new LaunchError(`${what} did not answer within ${limitMs / 1000} seconds.`);
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** Whether `url` answers with a status below 400 within two seconds. */
export async function answers(url: string): Promise<boolean> {
  const response = await fetch(url, { signal: AbortSignal.timeout(2000), redirect: 'manual' });
  await response.body?.cancel();
  return response.status < 400;
}

/** Whether anything at all answers at `url`. */
export async function responds(url: string): Promise<boolean> {
  const response = await fetch(url, { signal: AbortSignal.timeout(2000), redirect: 'manual' });
  await response.body?.cancel();
  return true;
}
