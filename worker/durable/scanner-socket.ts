import { type FromScanner, fromScanner } from '../../shared/scanner.ts';

/** The name that the desk gave a scanner's socket; null for a socket without one. */
export function idOf(socket: WebSocket): string | null {
  const attachment: unknown = socket.deserializeAttachment();
  const id =
    typeof attachment === 'object' && attachment !== null && 'id' in attachment
      ? attachment.id
      : null;
  return typeof id === 'string' ? id : null;
}

/** What a scanner says, or null when it cannot be understood. */
export function readMessage(data: string): FromScanner | null {
  try {
    const parsed = fromScanner.safeParse(JSON.parse(data));
    return parsed.success ? parsed.data : null;
  } catch {
    return null; // not JSON: not from a scanner of ours
  }
}
