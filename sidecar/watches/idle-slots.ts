import type { MailboxAccess } from '../../shared/scanners/protocol.ts';
import { LIMITS } from '../limits.ts';

type Account = Pick<MailboxAccess, 'user' | 'host'>;

/** A slot for an idle connection. */
export interface IdleSlot {
  /** Aborts if the slot is needed for other connections. */
  readonly signal: AbortSignal;
  /** Releases the slot. */
  release(): void;
}

interface Holder extends Account {
  takenAt: number;
  end: AbortController;
}

const accountOf = ({ user, host }: Account): string => `${user}\n${host}`;

/**
 * The idle connections of this scanner, limited in total and at each host. For an hour, an account
 * that refuses one more gets one less than it accepted, so that a connection for polling is left;
 * then another one is tried.
 */
export class IdleSlots {
  private readonly holders = new Map<IdleSlot, Holder>();
  private readonly learned = new Map<string, { most: number; since: number }>();
  private readonly most: { inAll: number; perHost: number };

  constructor(
    most: { inAll: number; perHost: number } = {
      inAll: LIMITS.watchedInAll,
      perHost: LIMITS.watchedPerHost,
    },
  ) {
    this.most = most;
  }

  /**
   * @returns null if no slot is left.
   * @param now milliseconds since the epoch
   */
  take(account: Account, now: number): IdleSlot | null {
    const learned = this.learnedOf(account, now);
    const isFull =
      this.holders.size >= this.most.inAll ||
      this.countOf(({ host }) => host === account.host) >= this.most.perHost ||
      (learned !== null && this.countOf(isOf(account)) >= learned.most);
    if (isFull) return null;
    const end = new AbortController();
    const slot = {
      signal: end.signal,
      release: () => {
        this.holders.delete(slot);
      },
    };
    const { user, host } = account;
    this.holders.set(slot, { user, host, takenAt: now, end });
    return slot;
  }

  /**
   * The server has refused the connection of a held slot, because the account has too many. One
   * more idle connection is ended.
   */
  refuse(slot: IdleSlot, now: number): void {
    const refused = this.holders.get(slot);
    if (refused === undefined) return;
    // Several simultaneous attempts count as one refusal.
    if ((this.learnedOf(refused, now)?.since ?? 0) > refused.takenAt) return;
    const isSame = isOf(refused);
    const most = Math.max(0, this.countOf(isSame) - 2);
    this.learned.set(accountOf(refused), { most, since: now });
    const [other] = [...this.holders.values()].filter((one) => one !== refused && isSame(one));
    other?.end.abort('place needed');
  }

  private learnedOf(account: Account, now: number) {
    const learned = this.learned.get(accountOf(account));
    return learned && learned.since + LIMITS.hostLimitForMs > now ? learned : null;
  }

  private countOf(isCounted: (holder: Holder) => boolean): number {
    return [...this.holders.values()].filter(isCounted).length;
  }
}

const isOf =
  (account: Account) =>
  (holder: Account): boolean =>
    holder.user === account.user && holder.host === account.host;
