import type { DataKey } from '../../shared/env.ts';
import { readJson } from '../../shared/json.ts';
import type { MailboxAccess } from '../../shared/scanners/protocol.ts';
import {
  type FromScanner,
  fromScanner,
  PING,
  PONG,
  type ToScanner,
} from '../../shared/scanners/protocol.ts';
import type { AdmittedScanner, JobMailbox } from '../context/scan-desk.ts';
import { mailboxPasswordPlace, mailboxTokenPlace } from '../security/sealed-columns.ts';
import { unseal } from '../security/vault.ts';

/** Scanners send PING every 4 seconds. After this silence one counts as lost, even if its socket is open. */
const SILENT_MS = 15_000;
const TAG = 'scanner';

interface Attachment extends AdmittedScanner {
  id: string;
  since: number;
  /** Identifies the scanner across all of its connections; null before its first message. */
  process?: string;
}

/**
 * The maximum number of connections with one token. A scanner has one, and briefly two after it has
 * lost one.
 */
const MOST_CONNECTIONS = 10;

/** Attached to each socket when it was accepted. */
const attachmentOf = (socket: WebSocket): Attachment =>
  socket.deserializeAttachment() as Attachment;

/** The id that the desk gave a scanner's socket. */
export const idOf = (socket: WebSocket): string => attachmentOf(socket).id;

/** The message of a scanner, or null for an unreadable one. */
export const readMessage = (data: string): FromScanner | null =>
  fromScanner.safeParse(readJson(data)).data ?? null;

/** The sockets of the scanners, which outlive the eviction of the desk. */
export class ScannerSockets {
  private readonly state: DurableObjectState;

  constructor(state: DurableObjectState) {
    this.state = state;
    state.setWebSocketAutoResponse(new WebSocketRequestResponsePair(PING, PONG));
  }

  /**
   * Admits a scanner; the oldest connection of its token is closed if there are too many.
   * @returns the answer that upgrades its connection.
   */
  admit(scanner: AdmittedScanner): Response {
    const others = this.open().filter(
      (socket) => attachmentOf(socket).tokenHash === scanner.tokenHash,
    );
    const byAge = others.toSorted((a, b) => attachmentOf(a).since - attachmentOf(b).since);
    for (const socket of byAge.slice(0, Math.max(0, byAge.length - MOST_CONNECTIONS + 1)))
      socket.close(1008, 'replaced');
    const pair = new WebSocketPair();
    this.state.acceptWebSocket(pair[1], [TAG]);
    const attachment: Attachment = { ...scanner, id: crypto.randomUUID(), since: Date.now() };
    pair[1].serializeAttachment(attachment);
    return new Response(null, { status: 101, webSocket: pair[0] });
  }

  /** Ids of the connected scanners. */
  names(): string[] {
    return this.live().map(({ id }) => id);
  }

  /** Records the process at the other end of a socket. */
  setProcess(socket: WebSocket, process: string): void {
    socket.serializeAttachment({ ...attachmentOf(socket), process } satisfies Attachment);
  }

  /** The processes of the connected scanners. */
  processes(): string[] {
    return [...new Set(this.live().flatMap(({ process }) => process ?? []))];
  }

  /** The connected scanners: the names of their tokens, and since when (milliseconds). */
  connected(): { name: string; since: number }[] {
    return this.live().map(({ name, since }) => ({ name, since }));
  }

  /** Closes the connections of scanners whose token is not in the list. */
  keepOnly(tokenHashes: readonly string[]): void {
    for (const socket of this.open())
      if (!tokenHashes.includes(attachmentOf(socket).tokenHash)) socket.close(1008, 'revoked');
  }

  /** The attachments of the sockets of responding scanners; silent ones are closed. */
  private live(): Attachment[] {
    const now = Date.now();
    return this.open().flatMap((socket) => {
      const attachment = attachmentOf(socket);
      const heardAt = this.state.getWebSocketAutoResponseTimestamp(socket)?.getTime() ?? 0;
      if (now - Math.max(heardAt, attachment.since) <= SILENT_MS) return [attachment];
      socket.close(1001, 'silent');
      return [];
    });
  }

  send(name: string, message: ToScanner): void {
    const socket = this.open().find((candidate) => idOf(candidate) === name);
    socket?.send(JSON.stringify(message));
  }

  /** Sends a message over the newest connection of a process. */
  sendToProcess(process: string, message: ToScanner): void {
    const sockets = this.open().filter((socket) => attachmentOf(socket).process === process);
    const [newest] = sockets.toSorted((a, b) => attachmentOf(b).since - attachmentOf(a).since);
    newest?.send(JSON.stringify(message));
  }

  private open(): WebSocket[] {
    return this.state.getWebSockets(TAG).filter(({ readyState }) => readyState === WebSocket.OPEN);
  }
}

/** Opens the passwords and tokens of mailboxes for a scanner. `locked` are those that cannot be opened. */
export function openMailboxes(
  mailboxes: readonly JobMailbox[],
  keys: readonly DataKey[],
): { mailboxes: MailboxAccess[]; locked: JobMailbox[] } {
  const opened: MailboxAccess[] = [];
  const locked: JobMailbox[] = [];
  for (const sealedMailbox of mailboxes) {
    const { sealed, refusal, sealRow, auth, ...mailbox } = sealedMailbox;
    const row = { ...mailbox, sealRow, auth };
    try {
      if (refusal !== undefined) locked.push(sealedMailbox);
      else if (auth === 'password')
        opened.push({ ...mailbox, password: unseal(keys, mailboxPasswordPlace(row), sealed) });
      else {
        const accessToken = unseal(keys, mailboxTokenPlace('access_token', row), sealed);
        opened.push({ ...mailbox, password: '', accessToken, sealedToken: sealed });
      }
    } catch {
      locked.push(sealedMailbox);
    }
  }
  return { mailboxes: opened, locked };
}
