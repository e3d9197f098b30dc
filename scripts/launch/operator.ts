import { createOperator } from '../operator.ts';
import type { Launch } from './service.ts';

/** Creates the first operator where there is none of that e-mail, and says how to sign in. */
export async function ensureOperator(launch: Launch): Promise<void> {
  const { OPERATOR_EMAIL: email, OPERATOR_PASSWORD: password } = launch.settings;
  const target = { url: launch.libsqlUrl, authToken: launch.settings.LIBSQL_AUTH_TOKEN };
  const { created, generatedPassword } = await createOperator(target, { email, password });
  if (generatedPassword !== null) {
    launch.operator = `${email}, password ${generatedPassword} (shown this once)`;
  } else if (created) {
    launch.operator = `${email}, password from OPERATOR_PASSWORD`;
  } else {
    launch.operator = `${email} (forgot the password? npm run operator -- passwd ${email})`;
  }
}
