import { createServer, type Server, type Socket } from 'node:net';

/** The places at which the server fails. */
export const PHASES = [
  'greeting',
  'capability',
  'login',
  'list',
  'examine',
  'search',
  'structure',
  'fetch',
] as const;
export type Phase = (typeof PHASES)[number];

/**
 * The fault: the server stops answering, stops within an answer, or sends a line, in which `TAG` is
 * replaced by the tag of the command.
 */
export type Fault = 'hang' | 'half' | `${'TAG' | '*'} ${string}`;

/** A mail server with a fault. It uses no TLS and listens on this machine only. */
export interface FaultyServer {
  port: number;
  /** The number of connections opened so far. */
  connections(): number;
  /** Everything that clients have sent. */
  received(): string;
  stop(): void;
}

const STRUCTURE = '("TEXT" "PLAIN" ("CHARSET" "UTF-8") NIL NIL "7BIT" 40 1 NIL NIL NIL NIL)';
/** The mails arrived an hour ago, so that searches of the last days find them whenever the test runs. */
const SENT_AT = new Date(Date.now() - 3600_000);
const ENVELOPE = `("${SENT_AT.toUTCString()}" "Presale" (("A" NIL "a" "x.example")) NIL NIL NIL NIL NIL NIL)`;
/** `20-Nov-2026 10:00:00 +0000` */
const INTERNAL_DATE = SENT_AT.toUTCString().replace(
  /^\w+, (\d+) (\w+) (\d+) (\S+) GMT$/,
  '$1-$2-$3 $4 +0000',
);
const BODY = 'Presale code: WHOLE\r\n\r\nSee you there. Bye';

/** The answer of a healthy server to a command, and its phase. */
function answer(command: string, argument: string): [Phase | null, string, string] {
  switch (command) {
    case 'CAPABILITY':
      return ['capability', '* CAPABILITY IMAP4rev1 AUTH=PLAIN SASL-IR\r\n', 'OK'];
    case 'AUTHENTICATE':
    case 'LOGIN':
      return ['login', '', 'OK'];
    case 'LIST':
    case 'LSUB':
      return ['list', `* ${command} () "/" INBOX\r\n`, 'OK'];
    case 'EXAMINE':
      return [
        'examine',
        '* 1 EXISTS\r\n* OK [UIDVALIDITY 7] ok\r\n* OK [UIDNEXT 2] ok\r\n',
        'OK [READ-ONLY]',
      ];
    case 'UID':
      if (argument.startsWith('SEARCH')) return ['search', '* SEARCH 1\r\n', 'OK'];
      if (argument.includes('BODYSTRUCTURE'))
        return [
          'structure',
          `* 1 FETCH (UID 1 ENVELOPE ${ENVELOPE} BODYSTRUCTURE ${STRUCTURE} INTERNALDATE "${INTERNAL_DATE}")\r\n`,
          'OK',
        ];
      return ['fetch', `* 1 FETCH (UID 1 BODY[1]<0> {${BODY.length}}\r\n${BODY})\r\n`, 'OK'];
    default:
      return [null, '', 'OK'];
  }
}

function reply(line: string, phase: Phase, fault: Fault): { text: string; isLast: boolean } {
  const [, tag = '', command = '', argument = ''] = /^(\S+) (\S+) ?(.*)$/.exec(line) ?? [];
  const [at, data, status] = answer(command.toUpperCase(), argument.toUpperCase());
  if (tag === '' || (at === phase && fault === 'hang')) return { text: '', isLast: false };
  if (at !== phase) return { text: `${data}${tag} ${status} done\r\n`, isLast: false };
  if (fault === 'half') return { text: data.slice(0, data.length / 2), isLast: false };
  return { text: `${fault.replace('TAG', tag)}\r\n`, isLast: fault.startsWith('* BYE') };
}

/** Starts a server that works except in one phase. */
export async function startFaultyServer(phase: Phase, fault: Fault): Promise<FaultyServer> {
  const sockets = new Set<Socket>();
  let connections = 0;
  let received = '';
  const server: Server = createServer((socket) => {
    connections++;
    sockets.add(socket);
    socket.on('error', () => socket.destroy());
    if (phase !== 'greeting') socket.write('* OK ready\r\n');
    else if (fault !== 'hang') socket.end(`${fault}\r\n`);
    let rest = '';
    socket.on('data', (chunk) => {
      received += chunk.toString('latin1');
      const lines = (rest + chunk.toString('latin1')).split('\r\n');
      rest = lines.pop() ?? '';
      for (const line of lines) {
        const { text, isLast } = reply(line, phase, fault);
        if (isLast) socket.end(text);
        else if (text !== '') socket.write(text);
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return {
    port: typeof address === 'object' && address ? address.port : 0,
    connections: () => connections,
    received: () => received,
    stop() {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}
