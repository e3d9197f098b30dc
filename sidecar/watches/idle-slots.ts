import { LIMITS } from '../limits.ts';

/**
 * The idle connections at each host. A host that refuses one more keeps the number that it accepted for an hour; then
 * another one is tried.
 */
export class IdleSlots {
  private readonly held = new Map<string, number>();
  private readonly learned = new Map<string, { most: number; until: number }>();
  private readonly most: number;

  constructor(most: number = LIMITS.watchedPerHost) {
    this.most = most;
  }

  /** @returns the function that gives the place back; null if the host has no place left. */
  take(host: string, now: number): (() => void) | null {
    const held = this.held.get(host) ?? 0;
    const learned = this.learned.get(host);
    const most = learned && learned.until > now ? learned.most : this.most;
    if (held >= most) return null;
    this.held.set(host, held + 1);
    let isReleased = false;
    return () => {
      if (isReleased) return;
      isReleased = true;
      this.held.set(host, (this.held.get(host) ?? 1) - 1);
    };
  }

  /** The host has refused the connection of one of the held places, because it has too many. */
  refuse(host: string, now: number): void {
    const most = Math.max(0, (this.held.get(host) ?? 1) - 1);
    this.learned.set(host, { most, until: now + LIMITS.hostLimitForMs });
  }
}
