import { operatorVariables } from './operator.ts';
import { makeFolder, removeFolder, startProduct } from './product.ts';

/**
 * Starts the product once for all browser tests, with the simulator as the outside world.
 * E2E_ORIGIN names one that runs already (with the operator of operator.ts), for a quick look at one test.
 */
export default async function globalSetup(): Promise<(() => Promise<void>) | undefined> {
  if (process.env.E2E_ORIGIN !== undefined) return undefined;

  const dataDir = await makeFolder();
  const product = await startProduct({
    dataDir,
    variables: operatorVariables,
  });
  try {
    await product.ready;
  } catch (error) {
    await removeFolder(dataDir);
    throw error;
  }
  process.env.E2E_ORIGIN = product.origin;
  process.env.E2E_DATA_DIR = dataDir;
  return async () => {
    await product.stop();
    await removeFolder(dataDir);
  };
}
