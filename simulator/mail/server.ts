import { createServer, type Socket } from 'node:net';
import type { Identity } from '../identity/index.ts';
import { listNewsletters, type MailPart, type SimulatedMail } from './newsletters.ts';

/** The password of every mailbox. */
const PASSWORD = 'simulated';
const LONGEST_LINE = 65_536;
/** The reason of a refused access token, as Google and Microsoft send it. */
const REFUSED_TOKEN = Buffer.from(
  JSON.stringify({ status: '400', schemes: 'Bearer', scope: 'https://mail.google.com/' }),
).toString('base64');

/** A running mail server on the loopback address. */
export interface MailServer {
  port: number;
  stop: () => Promise<void>;
}

/** The answer to a command: lines before the last, and the last without its tag. */
interface Answer {
  lines?: string[];
  /** Sent first; the last line follows when the client has answered with its own line. */
  challenge?: string;
  end: string;
}

interface MailServerOptions {
  /** 0 or absent: a free port. */
  port?: number;
  clock?: () => number;
  /** Decides about access tokens; by default, all of them are refused. */
  identity?: Pick<Identity, 'checkAccess'>;
}

/**
 * Starts a mail server (IMAP4rev1, RFC 3501, unencrypted) whose mailboxes hold newsletters about the simulated artists.
 * Any user signs in with the password `simulated`, or by XOAUTH2 with an access token of the identity providers.
 * Mailboxes can only be read.
 */
export async function startMailServer({
  port = 0,
  clock = Date.now,
  identity = { checkAccess: () => 'refused' },
}: MailServerOptions = {}): Promise<MailServer> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
    serve(socket, new Session(clock, identity));
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  const address = server.address();
  return {
    port: typeof address === 'object' && address ? address.port : port,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}

function serve(socket: Socket, session: Session): void {
  let rest = '';
  /** The last line of a command whose challenge the client has not answered yet. */
  let waiting: string | null = null;
  socket.setEncoding('latin1');
  socket.on('error', () => socket.destroy());
  socket.write('* OK simulated mail server\r\n');
  socket.on('data', (chunk: string) => {
    const lines = (rest + chunk).split('\r\n');
    rest = lines.pop() ?? '';
    // A client that begins with TLS sends no lines.
    if (rest.length > LONGEST_LINE || rest.startsWith('\x16')) return socket.destroy();
    for (const line of lines) {
      if (waiting !== null) {
        socket.write(`${waiting}\r\n`);
        waiting = null;
        continue;
      }
      const [, tag = '*', command = '', text = ''] = /^(\S+) (\S+) ?(.*)$/s.exec(line) ?? [];
      const { lines: before = [], challenge, end } = session.answer(command.toUpperCase(), text);
      if (challenge !== undefined) {
        waiting = `${tag} ${end}`;
        socket.write(`+ ${challenge}\r\n`);
        continue;
      }
      socket.write([...before, `${tag} ${end}`, ''].join('\r\n'), 'utf8');
      if (command.toUpperCase() === 'LOGOUT') socket.end();
    }
  });
}

class Session {
  private readonly clock: () => number;
  private readonly identity: Pick<Identity, 'checkAccess'>;
  private user = '';
  /** The open folder. A mail's index in it is its sequence number. */
  private mails: SimulatedMail[] = [];

  constructor(clock: () => number, identity: Pick<Identity, 'checkAccess'>) {
    this.clock = clock;
    this.identity = identity;
  }

  answer(command: string, text: string): Answer {
    if (command === 'CAPABILITY')
      return { lines: ['* CAPABILITY IMAP4rev1 SASL-IR AUTH=XOAUTH2'], end: 'OK done' };
    if (command === 'NOOP') return { end: 'OK done' };
    if (command === 'LOGOUT') return { lines: ['* BYE'], end: 'OK done' };
    if (command === 'LOGIN') return this.signIn(text);
    if (command === 'AUTHENTICATE') return this.signInWithToken(text);
    if (this.user === '') return { end: 'BAD sign in first' };
    if (command === 'LIST') return { lines: ['* LIST () "/" INBOX'], end: 'OK done' };
    if (command === 'EXAMINE' || command === 'SELECT') return this.open(text);
    if (command === 'UID' && /^SEARCH /i.test(text)) return this.search(text);
    if (command === 'UID' && /^FETCH /i.test(text)) return this.fetch(text);
    return { end: 'BAD not supported' };
  }

  private signIn(text: string): Answer {
    const [user = '', password = ''] = [...text.matchAll(/"((?:\\.|[^"\\])*)"|(\S+)/g)].map(
      ([, quoted, atom]) => quoted?.replace(/\\(.)/g, '$1') ?? atom ?? '',
    );
    if (password !== PASSWORD) return { end: 'NO [AUTHENTICATIONFAILED] wrong password' };
    this.user = user;
    return { end: 'OK signed in' };
  }

  /** `XOAUTH2` and the base64 of `user=...^Aauth=Bearer ...^A^A`. */
  private signInWithToken(text: string): Answer {
    const [mechanism = '', initial = ''] = text.split(' ');
    if (mechanism.toUpperCase() !== 'XOAUTH2') return { end: 'NO not supported' };
    const [name = '', authorization = ''] = Buffer.from(initial, 'base64')
      .toString()
      .split('\u0001');
    const user = name.replace(/^user=/, '');
    const token = authorization.replace(/^auth=Bearer /, '');
    const verdict = this.identity.checkAccess(user, token, this.clock());
    if (verdict === 'no_imap') return { end: 'NO User is not enabled for IMAP access.' };
    if (verdict === 'refused') return { challenge: REFUSED_TOKEN, end: 'NO AUTHENTICATE failed.' };
    this.user = user;
    return { end: 'OK AUTHENTICATE completed.' };
  }

  private open(text: string): Answer {
    if (!/^"?INBOX"?$/i.test(text)) return { end: 'NO there is no such folder' };
    this.mails = listNewsletters(this.user, this.clock());
    const next = (this.mails.at(-1)?.uid ?? 0) + 1;
    const lines = [
      '* FLAGS ()',
      `* ${this.mails.length} EXISTS`,
      '* OK [UIDVALIDITY 1] ok',
      `* OK [UIDNEXT ${next}] ok`,
    ];
    return { lines, end: 'OK [READ-ONLY] open' };
  }

  private search(text: string): Answer {
    const since = Date.parse(`${/SINCE (\S+)/i.exec(text)?.[1] ?? '1-Jan-1970'} UTC`);
    const matches = this.mails.filter(({ receivedAt }) => receivedAt >= since);
    return { lines: [`* SEARCH ${matches.map(({ uid }) => uid).join(' ')}`], end: 'OK done' };
  }

  private fetch(text: string): Answer {
    const [, set = '', items = ''] = /^FETCH (\S+) (.*)$/i.exec(text) ?? [];
    const ranges = set.split(',').map((range) => {
      const [from = 0, to = from] = range.split(':').map(Number);
      return { from, to };
    });
    const lines = this.mails.flatMap((mail, index) =>
      ranges.some(({ from, to }) => mail.uid >= from && mail.uid <= to)
        ? [`* ${index + 1} FETCH (${itemsOf(mail, items.toUpperCase())})`]
        : [],
    );
    return { lines, end: 'OK done' };
  }
}

/** The items of a mail that a FETCH requests. */
function itemsOf(mail: SimulatedMail, items: string): string {
  const size = mail.parts.reduce((sum, { body }) => sum + body.length, 500);
  const values: Record<string, string> = {
    ENVELOPE: envelopeOf(mail),
    BODYSTRUCTURE: structureOf(mail),
    INTERNALDATE: `"${internalDate(mail.receivedAt)}"`,
    'RFC822.SIZE': String(size),
  };
  const named = Object.keys(values).filter((item) => items.includes(item));
  const bodies = [...items.matchAll(/BODY\.PEEK\[(\d)\]<(\d+)\.(\d+)>/g)].map(
    ([, part, start, length]) => {
      const body = mail.parts[Number(part) - 1]?.body;
      const text = body?.slice(Number(start), Number(start) + Number(length));
      return `BODY[${part}]<${start}> ${text === undefined ? 'NIL' : `{${text.length}}\r\n${text}`}`;
    },
  );
  return [`UID ${mail.uid}`, ...named.map((item) => `${item} ${values[item]}`), ...bodies].join(
    ' ',
  );
}

const quote = (text: string): string => `"${text.replace(/["\\]/g, '\\$&')}"`;

function envelopeOf({ uid, subject, sender, receivedAt }: SimulatedMail): string {
  const encoded = `=?UTF-8?B?${Buffer.from(subject).toString('base64')}?=`;
  const from = `((${quote(sender.name)} NIL ${quote(sender.mailbox)} ${quote(sender.host)}))`;
  const date = new Date(receivedAt).toUTCString().replace('GMT', '+0000');
  return `(${quote(date)} ${quote(encoded)} ${from} ${from} NIL NIL NIL NIL NIL "<${uid}@${sender.host}>")`;
}

function structureOf({ parts, uid }: SimulatedMail): string {
  const [first] = parts;
  if (first && parts.length === 1) return structureOfPart(first);
  const subtype = parts.some(({ type }) => type === 'image/png') ? 'RELATED' : 'ALTERNATIVE';
  return `(${parts.map(structureOfPart).join('')} "${subtype}" ("BOUNDARY" "b${uid}") NIL NIL NIL)`;
}

function structureOfPart({ type, body }: MailPart): string {
  const [kind = '', subtype = ''] = type.toUpperCase().split('/');
  if (kind === 'IMAGE')
    return `("IMAGE" "${subtype}" NIL "<poster>" NIL "BASE64" ${body.length} NIL NIL NIL NIL)`;
  const lines = body.split('\r\n').length;
  return `("TEXT" "${subtype}" ("CHARSET" "UTF-8") NIL NIL "BASE64" ${body.length} ${lines} NIL NIL NIL NIL)`;
}

/** `20-Nov-2026 10:00:00 +0000` */
function internalDate(instant: number): string {
  const [, day, month, year, time] = new Date(instant).toUTCString().split(' ');
  return `${day}-${month}-${year} ${time} +0000`;
}
