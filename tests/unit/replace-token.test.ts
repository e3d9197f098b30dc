import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { MailboxAccess } from '../../shared/scanners/protocol.ts';
import { openReplaceToken } from '../../sidecar/mailbox/replace-token.ts';

/** The next answer of the desk; null makes the call wait. */
let next: object | null = null;
let server: Server;
let desk: { url: string; token: string };
beforeAll(async () => {
  server = createServer((request, response) => {
    request.resume();
    request.on('end', () => next && response.end(JSON.stringify(next)));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  desk = { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, token: 'token' };
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const mailbox: MailboxAccess = {
  id: 1,
  user: 'box@club.test',
  host: 'outlook.office365.com',
  port: 993,
  password: '',
  accessToken: 'refused',
  sealedToken: 'sealed',
};

test('a token that temporarily cannot be replaced is not a failure of the mail server', async () => {
  next = { success: true, token: null, is_lasting: false };
  const replaced = openReplaceToken(desk)(mailbox, new AbortController().signal);
  await expect(replaced).rejects.toMatchObject({
    fault: 'server_fault',
    message: 'The sign-in of this mailbox has a passing fault of its own. Try again later.',
  });
});

test('a call for another token ends with its search', async () => {
  next = null;
  const search = new AbortController();
  const replaced = openReplaceToken(desk)(mailbox, search.signal);
  search.abort(new Error('The search has ended.'));
  await expect(replaced).rejects.toThrow('The search has ended.');
});
