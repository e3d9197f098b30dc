import { PART_LIMITS } from '../mail-lines/limits.ts';

/**
 * Every limit of the scanner with its reason. Mail servers and mails are untrusted: their time and
 * memory are bounded.
 */
export const LIMITS = {
  ...PART_LIMITS,
  /** Mailboxes scanned at once: enough to hide the latency of servers, few enough for 200 MB. */
  mailboxesAtOnce: 8,
  /** The same per host: providers refuse more with "too many connections". */
  mailboxesPerHost: 3,
  /** Idle connections kept for the next search; each holds a socket and about 300 kB. */
  warmConnections: 24,
  /** Idle connections are closed after this time: providers end them after about half an hour. */
  warmForMs: 10 * 60_000,
  /** DNS, TCP and TLS together. A healthy server needs under 2 s. */
  connectMs: 12_000,
  /** The server's greeting. */
  greetingMs: 8_000,
  /** Sign-in: some providers delay wrong passwords on purpose. */
  loginMs: 20_000,
  /** The longest silence within one command; then the connection is closed. */
  commandMs: 20_000,
  /** Text parts read of one mail: newsletters have two. */
  partsPerMail: 8,
  /** Nesting of parts followed. */
  structureDepth: 12,
  /**
   * The maximum number of mails read per folder: 30 days of a very busy mailbox. The time limit of
   * a search is reached earlier.
   */
  mailsPerFolder: 200_000,
  /** Mails of a folder that are searched first, so that codes appear before all are searched. */
  searchedFirst: 1_000,
  /**
   * The maximum number of mails that one SEARCH covers: its answer is one line, and lines have a
   * limit.
   */
  searchedAtOnce: 50_000,
  /**
   * The same for a server that lists each number separately, which takes 150 bytes of memory each.
   */
  searchedOneByOne: 10_000,
  /** How long findings of a search are stored for the next one: as long as the desk stores them. */
  findingsForMs: 5 * 60_000,
  /** The maximum number of read mails of all mailboxes that are remembered, at 17 bytes each. */
  rememberedMails: 400_000,
  /**
   * Pairs of a mailbox and a set of words for which the scanner remembers the mails that it has read. A pair takes some
   * memory beside its mails.
   */
  rememberedMailboxes: 2_000,
  /**
   * The maximum size and number of all findings that are stored for the next search: each takes
   * some memory besides its bytes.
   */
  rememberedBytes: 4 * 1024 * 1024,
  rememberedFindings: 10_000,
  /** Mails whose structure is requested in one command. */
  structureBatch: 500,
  /** The same for the newest mails of a folder, so that their texts are read before all are listed. */
  firstStructureBatch: 100,
  /** Bytes requested in one command: a connection holds one such answer and one that is being read, times eight. */
  fetchBatchBytes: 1024 * 1024,
  /** Mails requested in one command: few, so that codes appear soon and cancelling is quick. */
  fetchBatchMails: 100,
  /** The same for the first command of a folder. */
  firstBatchMails: 20,
  /** A mail up to this size cannot have a structure that breaks a connection. */
  harmlessBytes: 64 * 1024,
  /** The number of connections that mails of one mailbox may break before its scan ends. */
  oversizedMails: 12,
  /**
   * The number of connections on which a server may stop responding within a folder before the scan
   * ends; each costs commandMs.
   */
  silentMails: 3,
  /**
   * Junk folders that are read: some servers have one with their own name and one with a mail
   * program's name.
   */
  junkFolders: 3,
  /**
   * For the list of folders: the number of folders whose mails are counted in one command, and how
   * long further ones are counted.
   */
  countedAtOnce: 100,
  countingMs: 3_000,
  /** The beginning of a header, for the subject and sender of a mail that cannot be listed. */
  headerBytes: 16 * 1024,
  /** One line or literal of a server. */
  literalBytes: 1024 * 1024,
  /** All of one answer. */
  responseBytes: 8 * 1024 * 1024,
  /** Characters shown of one mail. */
  shownCharacters: 100_000,
  /** The maximum number of mails per mailbox that are listed for a person to open. */
  needsLook: 20,
  /**
   * The maximum number of codes in one message to the desk: a message of a socket has at most 1
   * MiB.
   */
  codesPerMessage: 100,
  /**
   * The maximum number of characters of all paths in a list of folders, which is also one message.
   */
  listedCharacters: 200_000,
  /**
   * The maximum number of codes outside the search's criteria, and of mails whose code is sent in
   * another way, that are listed per mailbox.
   */
  leftOutCodes: 100,
  notes: 20,
  /** Pause for a provider that requests one without naming a time. */
  backOffMs: 30_000,
  /** The longest pause that a provider can request. */
  longestBackOffMs: 10 * 60_000,
  /** Reading of one mail: a large one takes a fifth of a second. */
  mailMs: 5000,
  /** Memory of the reader thread if the program is started without flags for it. */
  readerMemory: { maxOldGenerationSizeMb: 64, maxYoungGenerationSizeMb: 12 },
  /** Memory of the thread that reads a catalogue, and its time: the largest file takes a minute on a good line. */
  catalogueMemory: { maxOldGenerationSizeMb: 96, maxYoungGenerationSizeMb: 16 },
  catalogueMs: 30 * 60_000,
  /** Idle connections of watches, at about 300 kB each, and at one host. The other folders are polled. */
  watchedInAll: 300,
  watchedPerHost: 200,
  /** How long the number of connections at which an account refused another one is remembered. */
  hostLimitForMs: 60 * 60_000,
  /**
   * An IDLE is ended and restarted after this time: servers end it after 29 minutes, and a lost
   * connection is noticed then.
   */
  idleMs: 9 * 60_000,
  /** A folder without IDLE, or beyond the connections of its host, is read this often. */
  pollMs: 60_000,
  /** After this, IDLE is tried again with a server that refused it. */
  idleAgainMs: 60 * 60_000,
  /** An IDLE that a server ends this soon without news is followed by a pause, which doubles from the first value. */
  shortIdleMs: 5_000,
  shortIdlePauseMs: 1_000,
  /**
   * The number of new mails of a watched folder that are read together, and the bytes after which
   * their codes are sent.
   */
  watchedAtOnce: 20,
  watchedBytes: 2 * 1024 * 1024,
  /** Watched folders whose mails are read at once, which bounds their memory. */
  watchedFoldersAtOnce: 8,
  /** How many times mails are requested that the server lists but does not deliver. */
  deliveryAttempts: 3,
  /** The folders of a watched mailbox are listed this often: a junk folder appears with the first junk. */
  listFoldersMs: 60 * 60_000,
  /**
   * Watched mailboxes that the Worker does not assign again after a lost connection are dropped
   * after this time.
   */
  unassignedMs: 30_000,
  /** The same while the Worker cannot be reached. */
  disconnectedMs: 5 * 60_000,
  /** The minimum time between two reports that a mailbox is read. */
  seenMs: 60_000,
  /** The minimum time between two progress reports of one mailbox. */
  progressMs: 150,
} as const;
