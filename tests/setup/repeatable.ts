import { expect, inject } from 'vitest';
import { seededRandom } from '../../shared/random.ts';

declare module 'vitest' {
  interface ProvidedContext {
    testSeed: string;
  }
}

/**
 * Half a byte as a hexadecimal digit: a random one for x, 8 to b for y, as in version 4 of a UUID.
 */
const UUID = 'xxxxxxxx-xxxx-4xxx-yxxx-xxxxxxxxxxxx';

/**
 * Makes `Math.random` and `crypto.randomUUID` return the same values in every run of a test file, so that a file passes
 * everywhere or nowhere. Files differ from each other, because they share a database. `TEST_SEED=word` draws other values.
 */
export function repeatRandomValues(): void {
  const { testPath = '' } = expect.getState();
  const random = seededRandom(
    `${inject('testSeed')} ${testPath.slice(testPath.lastIndexOf('tests/'))}`,
  );
  Math.random = random;
  const uuid = () =>
    UUID.replace(/[xy]/g, (place) =>
      (place === 'x' ? Math.floor(random() * 16) : 8 + Math.floor(random() * 4)).toString(16),
    );
  Object.defineProperty(crypto, 'randomUUID', { value: uuid, configurable: true, writable: true });
}
