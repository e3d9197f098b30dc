import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto';

/** Signs claims as an id token (RS256), with the key that {@link IdTokenSigner.keys} publishes. */
export interface IdTokenSigner {
  sign: (claims: object) => string;
  /** The body of the address of the keys (JWKS). */
  keys: () => { keys: object[] };
}

/**
 * The claims with which a custom provider names the mail server of a mailbox. The real ones have
 * none.
 */
export interface MailServerClaims {
  imap_host: string;
  imap_port: number;
}

const KEY_ID = 'simulated';
const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

/** The key is made at the first use, because it takes a while. */
export function createIdTokenSigner(): IdTokenSigner {
  let pair: { publicKey: KeyObject; privateKey: KeyObject } | undefined;
  const keyPair = () => {
    pair ??= generateKeyPairSync('rsa', { modulusLength: 2048 });
    return pair;
  };
  return {
    sign(claims) {
      const head = encode({ typ: 'JWT', alg: 'RS256', kid: KEY_ID });
      const text = `${head}.${encode(claims)}`;
      return `${text}.${sign('sha256', Buffer.from(text), keyPair().privateKey).toString('base64url')}`;
    },
    keys() {
      const key = keyPair().publicKey.export({ format: 'jwk' });
      return { keys: [{ ...key, kid: KEY_ID, use: 'sig', alg: 'RS256' }] };
    },
  };
}
