import { PART_LIMITS } from '../mail-lines/limits.ts';

/**
 * Every limit of the scanner with its reason. Mail servers and mails are untrusted: nothing they send may take unbounded
 * time or memory.
 */
export const LIMITS = {
  ...PART_LIMITS,
  /** Mailboxes scanned at once: enough to hide the latency of servers, few enough for 200 MB. */
  mailboxesAtOnce: 8,
  /** At one host: providers refuse more with "too many connections". */
  mailboxesPerHost: 3,
  /** Idle connections kept for the next search; each holds a socket and about 300 kB. */
  warmConnections: 24,
  /** Idle connections are closed after this: providers end them at about half an hour. */
  warmForMs: 10 * 60_000,
  /** DNS, TCP and TLS together. A healthy server needs under 2 s. */
  connectMs: 12_000,
  /** The server's first line. */
  greetingMs: 8_000,
  /** Log-in: some providers delay wrong passwords on purpose. */
  loginMs: 20_000,
  /** Silence within one command, after which the connection is closed. */
  commandMs: 20_000,
  /** Text parts read of one mail: newsletters have two. */
  partsPerMail: 8,
  /** Nesting of parts followed. */
  structureDepth: 12,
  /** Mails that are read per folder: 30 days of a very busy mailbox. The time of a search ends before. */
  mailsPerFolder: 200_000,
  /** Mails of a folder that are searched first, so that codes appear before all are searched. */
  searchedFirst: 1_000,
  /** Mails that one SEARCH looks through: its answer is one line, and a line has a limit. */
  searchedAtOnce: 50_000,
  /** The same for a server that lists each number by itself, which takes 150 bytes of memory each. */
  searchedOneByOne: 10_000,
  /** Findings of a search are kept this long for the next one, which is as long as the desk keeps them. */
  findingsForMs: 5 * 60_000,
  /** Mails of all mailboxes that are known to be read, at 17 bytes each. */
  rememberedMails: 400_000,
  /**
   * Pairs of a mailbox and a set of words for which the scanner remembers the mails that it has read. A pair takes some
   * memory beside its mails.
   */
  rememberedMailboxes: 2_000,
  /** All findings that are kept for the next search, and how many there are: each takes some memory beside its bytes. */
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
  /** Connections that mails of one mailbox may break before its scan ends. */
  oversizedMails: 12,
  /** Connections on which a server may fall silent within a folder before the scan ends; each costs commandMs. */
  silentMails: 3,
  /** Junk folders that are read: some servers have one by their own name and one by a mail program's. */
  junkFolders: 3,
  /** For the list of folders: folders whose mails are counted in one command, and how long others are counted. */
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
  /** Mails named as "needs a look" per mailbox. */
  needsLook: 20,
  /** Codes of one message to the desk: a message of a socket has at most 1 MiB. */
  codesPerMessage: 100,
  /** Characters of all paths in a list of folders, which is one message too. */
  listedCharacters: 200_000,
  /** Codes beside the search's criteria, and mails whose code comes another way, that are named per mailbox. */
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
  /** How long a number of connections at which an account refused another one is kept. */
  hostLimitForMs: 60 * 60_000,
  /** An IDLE is ended and begun again after this: servers end it at 29 minutes, and a lost connection is noticed then. */
  idleMs: 9 * 60_000,
  /** A folder without IDLE, or beyond the connections of its host, is read this often. */
  pollMs: 60_000,
  /** After this, IDLE is tried again with a server that refused it. */
  idleAgainMs: 60 * 60_000,
  /** An IDLE that a server ends this soon without news is followed by a pause, which doubles from the first value. */
  shortIdleMs: 5_000,
  shortIdlePauseMs: 1_000,
  /** New mails of a watched folder that are read together, and the bytes after which their codes are sent. */
  watchedAtOnce: 20,
  watchedBytes: 2 * 1024 * 1024,
  /** Watched folders whose mails are read at once, which bounds their memory. */
  watchedFoldersAtOnce: 8,
  /** Times that mails are requested which the server lists and does not deliver. */
  deliveryAttempts: 3,
  /** The folders of a watched mailbox are listed this often: a junk folder appears with the first junk. */
  listFoldersMs: 60 * 60_000,
  /** Watched mailboxes that the Worker does not assign again after a lost connection end after this. */
  unassignedMs: 30_000,
  /** The same while the Worker cannot be reached. */
  disconnectedMs: 5 * 60_000,
  /** Least time between two reports that a mailbox is read. */
  seenMs: 60_000,
  /** Least time between two progress reports of one mailbox. */
  progressMs: 150,
} as const;
