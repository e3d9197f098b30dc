import { type Answer, json, type Request } from '../answers.ts';
import { createGoogle } from './google.ts';
import { createIdTokenSigner, type MailServerClaims } from './id-token.ts';
import { createMicrosoft } from './microsoft.ts';
import { accessPage, WITHOUT_IMAP } from './pages.ts';
import { createTokenStore, localPartOf } from './tokens.ts';

export interface IdentityOptions {
  /** How long a client of the device flow must wait between two polls; 5 by default. */
  intervalSeconds?: number;
  /** The lifetime of a device code; 900 by default. */
  codeSeconds?: number;
  /** The lifetime of an access token; 3599 by default. */
  accessSeconds?: number;
  /** The mail server of its mailboxes; the simulated one by default. */
  mailServer?: MailServerClaims;
}

const SIMULATED_MAIL_SERVER = { imap_host: 'imap.simulator.test', imap_port: 143 };

/** The simulated identity providers. */
export interface Identity {
  /** Answers the calls and pages under /identity; null for other paths. */
  answer: (request: Request) => Answer | null;
  /** Whether a mail server opens a mailbox to an access token, and why not. */
  checkAccess: (
    address: string,
    accessToken: string,
    now: number,
  ) => 'open' | 'refused' | 'no_imap';
}

/**
 * Microsoft's device flow under /identity/microsoft/{tenant}/oauth2/v2.0, Google's code flow under /identity/google,
 * and the mailboxes that may be read under /identity/access, which a person or a test (`DELETE ?address=`) can end.
 */
export function createIdentity(options: IdentityOptions = {}): Identity {
  const tokens = createTokenStore(options);
  const signer = createIdTokenSigner();
  const { mailServer = SIMULATED_MAIL_SERVER } = options;
  const routes = [
    createMicrosoft({ ...options, tokens, signer, mailServer }),
    createGoogle({ tokens, signer, mailServer }),
  ];

  const answerAccess = ({ method, body, query, headers }: Request): Answer => {
    if (method === 'DELETE') tokens.revokeAddress(query.get('address') ?? '');
    if (method === 'POST') tokens.revokeAddress(new URLSearchParams(body).get('address') ?? '');
    const isPage = method === 'POST' || String(headers.accept ?? '').includes('text/html');
    return isPage ? accessPage(tokens.connected()) : json(tokens.connected());
  };

  return {
    answer(request) {
      if (!request.path.startsWith('/identity/')) return null;
      if (request.path === '/identity/access') return answerAccess(request);
      for (const route of routes) {
        const answered = route(request);
        if (answered) return answered;
      }
      return null;
    },
    checkAccess(address, accessToken, now) {
      const owner = tokens.ownerOf(accessToken, now);
      if (owner?.toLowerCase() !== address.toLowerCase()) return 'refused';
      return localPartOf(address) === WITHOUT_IMAP ? 'no_imap' : 'open';
    },
  };
}
