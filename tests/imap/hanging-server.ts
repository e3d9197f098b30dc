import { createServer, type Server, type Socket } from 'node:net';

/** Where the server stops answering. */
export type Phase =
  | 'greeting'
  | 'capability'
  | 'login'
  | 'list'
  | 'examine'
  | 'search'
  | 'fetch'
  | 'literal';
export const PHASES: readonly Phase[] = [
  'greeting',
  'capability',
  'login',
  'list',
  'examine',
  'search',
  'fetch',
  'literal',
];

const STRUCTURE = '("TEXT" "PLAIN" ("CHARSET" "UTF-8") NIL NIL "7BIT" 40 1 NIL NIL NIL NIL)';
const ENVELOPE =
  '("Fri, 20 Nov 2026 10:00:00 +0000" "Presale" (("A" NIL "a" "x.example")) NIL NIL NIL NIL NIL NIL NIL)';

function answer(phase: Phase, tag: string, command: string, argument: string): string | null {
  const isAt = (name: Phase): boolean => phase === name;
  const ok = `${tag} OK done\r\n`;
  switch (command) {
    case 'CAPABILITY':
      return isAt('capability') ? null : `* CAPABILITY IMAP4rev1 AUTH=PLAIN SASL-IR\r\n${ok}`;
    case 'AUTHENTICATE':
    case 'LOGIN':
      return isAt('login') ? null : ok;
    case 'LIST':
    case 'LSUB':
      return isAt('list') ? null : `* ${command} () "/" INBOX\r\n${ok}`;
    case 'EXAMINE':
      return isAt('examine')
        ? null
        : `* 1 EXISTS\r\n* OK [UIDVALIDITY 7] ok\r\n* OK [UIDNEXT 2] ok\r\n${tag} OK [READ-ONLY] done\r\n`;
    case 'UID':
      if (argument.startsWith('SEARCH')) return isAt('search') ? null : `* SEARCH 1\r\n${ok}`;
      if (isAt('fetch')) return null;
      if (argument.includes('BODYSTRUCTURE'))
        return `* 1 FETCH (UID 1 ENVELOPE ${ENVELOPE} BODYSTRUCTURE ${STRUCTURE} INTERNALDATE "20-Nov-2026 10:00:00 +0000")\r\n${ok}`;
      // Half of a literal, then silence.
      return '* 1 FETCH (UID 1 BODY[1]<0> {40}\r\nPresale code: HALF';
    default:
      return ok;
  }
}

/** A mail server that hangs in one phase; without TLS, on this machine only. */
export async function startHangingServer(phase: Phase): Promise<{ port: number; stop(): void }> {
  const sockets = new Set<Socket>();
  const server: Server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => socket.destroy());
    if (phase !== 'greeting') socket.write('* OK ready\r\n');
    let rest = '';
    socket.on('data', (chunk) => {
      const lines = (rest + chunk.toString('latin1')).split('\r\n');
      rest = lines.pop() ?? '';
      for (const line of lines) {
        const [, tag = '', command = '', argument = ''] = /^(\S+) (\S+) ?(.*)$/.exec(line) ?? [];
        const text =
          tag === '' ? null : answer(phase, tag, command.toUpperCase(), argument.toUpperCase());
        if (text !== null) socket.write(text);
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return {
    port: typeof address === 'object' && address ? address.port : 0,
    stop() {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}
