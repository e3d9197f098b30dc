import { createServer, type Socket } from 'node:net';

/** A mail of a scripted server. */
export interface ScriptedMail {
  uid: number;
  subject: string;
  text: string;
  /** The Message-ID; none by default. */
  id?: string;
  /** The arrival; an hour ago by default. */
  arrivedAt?: Date;
  /** RFC822.SIZE, in bytes; the size of the text by default. */
  size?: number;
}

/** A folder of a scripted server, with its name on the wire. */
export interface ScriptedFolder {
  name: string;
  flags?: string;
  mails: readonly ScriptedMail[];
  /** The answer to EXAMINE in place of the usual one, without the tag. */
  refusal?: string;
  /** The validity of its uids when it is opened; 7 by default. */
  validity?: () => number;
}

/** How a scripted server differs from a healthy one. */
export interface Script {
  folders: readonly ScriptedFolder[];
  capabilities?: string;
  /** The answer to LOGIN, without the tag. */
  login?: string;
  /** The answer to LIST and LSUB, without the tag. */
  list?: string;
  /** The number of mails that STATUS returns for a folder; null for a refusal. */
  status?: (name: string) => number | null;
  /** The answer to a SEARCH for ranges, without its end. */
  ranges?: string;
  /**
   * The answer to IDLE, without the tag; by default, it ends at once. An empty answer keeps it
   * open.
   */
  idle?: string;
  /** Answers a UID FETCH of some uids: null for the usual answer, `SILENCE` for none. */
  fetch?: (
    uids: readonly number[],
    items: string,
    usual: (uids: readonly number[]) => string,
  ) => string | null;
}

const internalDate = (time: Date): string =>
  time.toUTCString().replace(/^\w+, (\d+) (\w+) (\d+) (\S+) GMT$/, '$1-$2-$3 $4 +0000');
const AN_HOUR_AGO = new Date(Date.now() - 3600_000);
const ARRIVAL = internalDate(AN_HOUR_AGO);

/** `1:3,7` as a list of the uids that the folder has. */
function uidsOf(set: string, mails: readonly ScriptedMail[]): number[] {
  const ranges = set.split(',').map((range) => {
    const [from = '0', to = from] = range.split(':');
    return [Number(from), to === '*' ? Number.POSITIVE_INFINITY : Number(to)] as const;
  });
  return mails
    .map(({ uid }) => uid)
    .filter((uid) => ranges.some(([from, to]) => uid >= from && uid <= to));
}

const listing = ({ uid, subject, text, id, arrivedAt = AN_HOUR_AGO }: ScriptedMail): string =>
  `UID ${uid} ENVELOPE ("Fri, 27 Nov 2026 10:00:00 +0000" "${subject}" (("A" NIL "a" "x.example")) NIL NIL NIL NIL NIL NIL ${id ? `"<${id}>"` : 'NIL'}) BODYSTRUCTURE ("TEXT" "PLAIN" ("CHARSET" "UTF-8") NIL NIL "7BIT" ${text.length} 1 NIL NIL NIL NIL) INTERNALDATE "${internalDate(arrivedAt)}"`;

const body = ({ uid, text }: ScriptedMail): string =>
  `UID ${uid} BODY[1]<0> {${text.length}}\r\n${text}`;

const header = ({ uid, subject }: ScriptedMail): string => {
  const lines = `From: A <a@x.example>\r\nSubject: ${subject}\r\n\r\n`;
  return `UID ${uid} INTERNALDATE "${ARRIVAL}" BODY[HEADER]<0> {${lines.length}}\r\n${lines}`;
};

const whole = ({ uid, subject, text }: ScriptedMail): string => {
  const mail = `From: A <a@x.example>\r\nSubject: ${subject}\r\n\r\n${text}`;
  return `UID ${uid} BODY[]<0> {${mail.length}}\r\n${mail}`;
};

/** The answer for one mail, according to the items that a FETCH requests. */
function itemsOf(items: string): (mail: ScriptedMail) => string {
  if (items.includes('BODYSTRUCTURE')) return listing;
  if (items.includes('[HEADER]')) return header;
  if (items.includes('RFC822.SIZE'))
    return ({ uid, text, size = text.length }) => `UID ${uid} RFC822.SIZE ${size}`;
  return items.includes('BODY.PEEK[]') ? whole : body;
}

/** One client's connection. */
class Session {
  private folder: ScriptedFolder | undefined;
  private readonly script: Script;

  constructor(script: Script) {
    this.script = script;
  }

  /** The answer to a command, the last line with the tag. */
  answer(tag: string, command: string, argument: string): string {
    const { folders, capabilities = '', login, list, idle } = this.script;
    const ok = `${tag} OK done\r\n`;
    switch (command) {
      case 'CAPABILITY':
        return `* CAPABILITY IMAP4rev1 ${capabilities}\r\n${ok}`;
      case 'LOGIN':
      case 'AUTHENTICATE':
        return login === undefined ? ok : `${tag} ${login}\r\n`;
      case 'LIST':
      case 'LSUB':
        // The request for the hierarchy's delimiter, which is not a list.
        if (argument === '"" ""') return `* ${command} (\\Noselect) "/" ""\r\n${ok}`;
        if (list !== undefined) return `${tag} ${list}\r\n`;
        return `${folders.map(({ name, flags = '' }) => `* ${command} (${flags}) "/" "${name}"\r\n`).join('')}${ok}`;
      case 'STATUS':
        return this.status(tag, /^"?([^"(]*?)"? \(/.exec(argument)?.[1] ?? '');
      case 'IDLE':
        return idle === undefined ? ok : idle === '' ? '+ idling\r\n' : `${tag} ${idle}\r\n`;
      case 'EXAMINE':
        return this.examine(tag, argument.replace(/^"|"$/g, ''));
      case 'UID':
        return this.uid(tag, argument);
      default:
        return ok;
    }
  }

  private examine(tag: string, name: string): string {
    const folder = this.script.folders.find((one) => one.name === name);
    if (!folder) return `${tag} NO no such folder\r\n`;
    if (folder.refusal !== undefined) return `${tag} ${folder.refusal}\r\n`;
    this.folder = folder;
    return `* ${folder.mails.length} EXISTS\r\n* OK [UIDVALIDITY ${folder.validity?.() ?? 7}] ok\r\n* OK [UIDNEXT 999999] ok\r\n${tag} OK [READ-ONLY] done\r\n`;
  }

  private status(tag: string, name: string): string {
    const mails = this.script.status?.(name) ?? null;
    if (mails === null) return `${tag} NO no such folder\r\n`;
    return `* STATUS "${name}" (MESSAGES ${mails})\r\n${tag} OK done\r\n`;
  }

  private uid(tag: string, argument: string): string {
    const mails = this.folder?.mails ?? [];
    const numberOf = (uid: number): number => mails.findIndex((mail) => mail.uid === uid) + 1;
    const { ranges } = this.script;
    if (argument.startsWith('SEARCH RETURN') && ranges !== undefined)
      return `${ranges}${tag} OK done\r\n`;
    if (argument.startsWith('SEARCH')) {
      const [from = 1, to = mails.length] = (/ (\d+):(\d+) /.exec(argument) ?? [])
        .slice(1)
        .map(Number);
      return `* SEARCH ${mails
        .slice(from - 1, to)
        .map(({ uid }) => uid)
        .join(' ')}\r\n${tag} OK done\r\n`;
    }
    const [, set = '', items = ''] = /^FETCH (\S+) (.*)$/.exec(argument) ?? [];
    const item = itemsOf(items);
    const usual = (uids: readonly number[]): string =>
      uids
        .flatMap((uid) => mails.filter((mail) => mail.uid === uid))
        .map((mail) => `* ${numberOf(mail.uid)} FETCH (${item(mail)})\r\n`)
        .join('');
    const uids = uidsOf(set, mails);
    const own = this.script.fetch?.(uids, items, usual);
    if (own === 'SILENCE') return '';
    if (own?.startsWith('TAG ')) return `${own.replace('TAG', tag)}\r\n`;
    return `${own ?? usual(uids)}${tag} OK done\r\n`;
  }
}

/** Starts a mail server that answers by a script, without TLS and on this machine only. */
export async function startScriptedServer(
  script: Script,
): Promise<{ port: number; received: () => string; stop: () => void }> {
  const sockets = new Set<Socket>();
  let received = '';
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => socket.destroy());
    socket.write('* OK ready\r\n');
    const session = new Session(script);
    let rest = '';
    socket.on('data', (chunk) => {
      received += chunk.toString('latin1');
      const lines = (rest + chunk.toString('latin1')).split('\r\n');
      rest = lines.pop() ?? '';
      for (const line of lines) {
        const [, tag = '', command = '', argument = ''] = /^(\S+) (\S+) ?(.*)$/.exec(line) ?? [];
        if (tag !== '') socket.write(session.answer(tag, command.toUpperCase(), argument));
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return {
    port: typeof address === 'object' && address ? address.port : 0,
    received: () => received,
    stop() {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}
