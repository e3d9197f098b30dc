import { stat, statfs } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { judgeFreeDisk } from '../../shared/doctor/judge.ts';
import { type Finding, ok, todo, unknown } from '../../shared/doctor/schema.ts';
import { plainSentence } from '../services/command.ts';
import { connectionFailure } from '../services/connection-failure.ts';

const CONNECT_WITHIN_MS = 5_000;

/** The free space of the disk that holds DATA_DIR. */
export async function examineDisk(folder: string): Promise<Finding> {
  try {
    const { bavail, bsize } = await statfs(folder);
    return judgeFreeDisk(bavail * bsize, folder);
  } catch (error) {
    const isMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT';
    if (isMissing) return unknown('disk', `There is no folder ${folder} on this machine.`);
    return unknown('disk', `The disk of ${folder} cannot be examined: ${plainSentence(error)}`);
  }
}

/** Files with secrets that others of this machine can read. */
export async function examineFiles(folder: string, envFile: string): Promise<Finding[]> {
  const files = [join(folder, 'secrets.json'), envFile];
  const open = await Promise.all(
    files.map(async (file) => {
      const facts = await stat(file).catch(() => null);
      return facts !== null && (facts.mode & 0o077) !== 0 ? file : null;
    }),
  );
  const named = open.filter((file) => file !== null);
  if (named.length === 0) return [];
  const list = named.join(' and ');
  return [
    todo(
      'variables',
      `Other users of this machine can read ${list}.`,
      `Run chmod 600 ${named.join(' ')}.`,
    ),
  ];
}

/**
 * Whether this machine can reach the mail servers of the stored mailboxes. A scanner elsewhere
 * needs the same access.
 */
export async function examineMailServers(
  servers: readonly { host: string; port: number }[],
): Promise<Finding> {
  if (servers.length === 0) return ok('mail', 'There is no mailbox yet.');
  const failures = await Promise.all(
    servers.map(async ({ host, port }) => {
      try {
        await open(host, port);
        return null;
      } catch (error) {
        return `${host}:${port} (${connectionFailure(error) ?? String(error)})`;
      }
    }),
  );
  const refused = failures.filter((failure) => failure !== null);
  if (refused.length === 0) return ok('mail', 'The mail servers can be reached from here.');
  return todo(
    'mail',
    `These mail servers cannot be reached from here: ${refused.join(', ')}.`,
    'If the scanner runs here, allow connections to these ports, 993 for most servers.',
  );
}

function open(host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host, port, timeout: CONNECT_WITHIN_MS });
    const end = (error?: Error) => {
      socket.destroy();
      if (error === undefined) resolve();
      else reject(error);
    };
    socket.once('connect', () => end());
    socket.once('timeout', () => end(new Error('it does not answer in time')));
    socket.once('error', end);
  });
}
