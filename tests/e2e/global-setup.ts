import { setTimeout as pause } from 'node:timers/promises';
import { operatorVariables } from './operator.ts';
import { makeFolder, type Product, removeFolder, startProduct } from './product.ts';

/** A busy machine takes three minutes, with the build. */
const READY_WITHIN_MS = 8 * 60_000;

/** @throws Error with the output of the product, if it is not ready in time */
async function tooLate(product: Product, signal: AbortSignal): Promise<void> {
  await pause(READY_WITHIN_MS, undefined, { signal });
  await product.stop();
  throw new Error(
    `The product was not ready within ${READY_WITHIN_MS / 60_000} minutes. It printed:\n${product.output()}`,
  );
}

/**
 * Starts the product once for all browser tests, with the simulator in place of the providers.
 * E2E_ORIGIN names a product that already runs (with the operator of operator.ts), for a quick look
 * at one test. If it is empty, no product is started: the tests of starts need none.
 */
export default async function globalSetup(): Promise<(() => Promise<void>) | undefined> {
  if (process.env.E2E_ORIGIN !== undefined) return undefined;

  const dataDir = await makeFolder();
  console.log(
    `Starting the product in ${dataDir}. It builds the web app first if that has changed.`,
  );
  const product = await startProduct({
    dataDir,
    variables: operatorVariables,
  });
  const settled = new AbortController();
  try {
    await Promise.race([product.ready, tooLate(product, settled.signal)]);
  } catch (error) {
    await removeFolder(dataDir);
    throw error;
  } finally {
    settled.abort();
  }
  process.env.E2E_ORIGIN = product.origin;
  process.env.E2E_DATA_DIR = dataDir;
  return async () => {
    await product.stop();
    await removeFolder(dataDir);
  };
}
