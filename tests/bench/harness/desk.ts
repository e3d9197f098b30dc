import { operator, operatorVariables } from '../../e2e/operator.ts';
import { makeFolder, removeFolder, startProduct } from '../../e2e/product.ts';

/** A running product for a bench, with an operator's token. */
export interface Desk {
  origin: string;
  token: string;
  dataDir: string;
}

/**
 * Starts the product in a folder of its own and signs in. Afterwards the product is stopped and its
 * folder removed.
 * @param folder a folder to keep, used in place of the temporary one
 */
export async function withDesk<T>(
  run: (desk: Desk) => Promise<T>,
  folder?: string | undefined,
): Promise<T> {
  const dataDir = folder ?? (await makeFolder());
  const product = await startProduct({ dataDir, variables: operatorVariables });
  try {
    await product.ready;
    const { origin } = product;
    const answer = await fetch(`${origin}/api/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(operator),
    });
    const { token }: { token: string } = JSON.parse(await answer.text());
    return await run({ origin, token, dataDir });
  } finally {
    await product.stop();
    if (folder === undefined) await removeFolder(dataDir);
  }
}
