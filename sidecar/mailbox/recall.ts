/** A mail that a search has read or left out. */
export interface MailRow {
  uid: number;
  /** Time of arrival, in milliseconds since the epoch; NaN if the server gave none. */
  receivedAt: number;
  /** The same for copies of a mail in other folders; 0 if the mail has no Message-ID. */
  identity: number;
  isMatch: boolean;
  /**
   * Whether it was listed but not read: it was too old for the search, or a copy of a mail in an
   * earlier folder.
   */
  isUnread: boolean;
}

/** The results of earlier searches in one folder. */
export interface FolderRecall {
  /** Called when the folder is open. Under another validity of its uids, there are no results. */
  open(validity: string): void;
  /** Null for a mail that must be read. */
  find(uid: number): MailRow | null;
  /** Reports a mail of the period with its stored results. */
  replay(uid: number, key: string): void;
  /** Records a mail that is listed but not read. */
  leave(row: MailRow): void;
}
