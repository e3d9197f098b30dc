import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { chownSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { findFreePort } from '../../scripts/launch/network.ts';

/**
 * The mail server of these tests, with its own configuration, free ports, and a newly created
 * certificate.
 */
export interface MailServer {
  host: 'localhost';
  tlsPort: number;
  plainPort: number;
  /** File with the authority that signed the server's certificate, for NODE_EXTRA_CA_CERTS. */
  caFile: string;
  /** Folder of a user's Maildir. */
  maildir(user: string): string;
  /** Folder of the files with the commands of a user's clients, if the server records them. */
  commands(user: string): string;
  password: string;
  pid(): number;
  /** The processes with a connection of a user, in order. */
  connectionsOf(user: string): string[];
  /** Ends all connections of clients; the server continues. */
  disconnectAll(): void;
  /** Kills the server with all connections. */
  kill(): Promise<void>;
  /** Starts a killed server again, at the same ports. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

const DOVECOT = '/usr/sbin/dovecot';

/** Why the mail server cannot run here, or null. */
export const missingDovecot = (): string | null =>
  existsSync(DOVECOT) ? null : 'Dovecot is not installed (apt-get install dovecot-imapd)';

function makeCertificate(folder: string): void {
  const run = (...args: string[]): void =>
    void execFileSync('openssl', args, { cwd: folder, stdio: 'pipe' });
  writeFileSync(join(folder, 'san.cnf'), 'subjectAltName=DNS:localhost\n');
  run(
    'req',
    '-x509',
    '-newkey',
    'ec',
    '-pkeyopt',
    'ec_paramgen_curve:prime256v1',
    '-nodes',
    '-days',
    '2',
    '-subj',
    '/CN=Test authority',
    '-keyout',
    'ca.key',
    '-out',
    'ca.crt',
  );
  run(
    'req',
    '-newkey',
    'ec',
    '-pkeyopt',
    'ec_paramgen_curve:prime256v1',
    '-nodes',
    '-subj',
    '/CN=localhost',
    '-keyout',
    'server.key',
    '-out',
    'server.csr',
  );
  run(
    'x509',
    '-req',
    '-in',
    'server.csr',
    '-CA',
    'ca.crt',
    '-CAkey',
    'ca.key',
    '-CAcreateserial',
    '-days',
    '2',
    '-extfile',
    'san.cnf',
    '-out',
    'server.crt',
  );
}

/** How Dovecot checks access tokens: at this address (RFC 7662), by their field `username`. */
const tokenConfiguration = (introspectionUrl: string): string => `
introspection_url = ${introspectionUrl}
introspection_mode = post
username_attribute = username
active_attribute = active
active_value = true
`;

/** Options of a test beyond the usual configuration. */
interface MailServerOptions {
  /** Where access tokens are checked; without it, the server accepts passwords only. */
  introspectionUrl?: string;
  /** Offers COMPRESS=DEFLATE, as large providers do. */
  canCompress?: boolean;
  /** Writes what clients send to a file for each connection, in `commands/<user>`. */
  recordsCommands?: boolean;
}

const extras = (folder: string, { canCompress, recordsCommands }: MailServerOptions): string => `
protocol imap {
  ${canCompress ? 'mail_plugins = $mail_plugins imap_zlib' : ''}
  ${recordsCommands ? `rawlog_dir = ${folder}/commands/%u` : ''}
}
`;

const configuration = (folder: string, tlsPort: number, plainPort: number, hasTokens: boolean) => {
  const { username, gid } = userInfo();
  const isRoot = username === 'root';
  const owner = isRoot ? 'nobody' : username;
  return `
base_dir = ${folder}/run
state_dir = ${folder}/state
log_path = ${folder}/dovecot.log
protocols = imap
listen = 127.0.0.1
ssl = yes
ssl_cert = <${folder}/server.crt
ssl_key = <${folder}/server.key
disable_plaintext_auth = no
auth_mechanisms = plain login${hasTokens ? ' xoauth2' : ''}
default_internal_user = ${isRoot ? 'dovecot' : username}
default_login_user = ${isRoot ? 'dovenull' : username}
default_internal_group = ${isRoot ? 'dovecot' : gid}
mail_location = maildir:${folder}/mail/%u
mail_max_userip_connections = 200
auth_failure_delay = 0 secs
first_valid_uid = 1
passdb {
  driver = static
  mechanisms = plain login
  args = password=correct-horse
}
${hasTokens ? `passdb {\n  driver = oauth2\n  mechanisms = xoauth2\n  args = ${folder}/oauth2.conf.ext\n}` : ''}
userdb {
  driver = static
  args = uid=${owner} gid=${isRoot ? 'nogroup' : gid} home=${folder}/mail/%u
}
namespace inbox {
  inbox = yes
  separator = /
  mailbox Junk {
    special_use = \\Junk
    auto = create
  }
}
service imap-login {
  chroot =
  service_count = 0
  process_min_avail = 1
  inet_listener imap {
    port = ${plainPort}
  }
  inet_listener imaps {
    port = ${tlsPort}
    ssl = yes
  }
}
service anvil {
  chroot =
}
service stats {
  chroot =
}
`;
};

const isOpen = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });

/** Starts Dovecot with the given Maildirs (user name -> folder), which become the server's own. */
export async function startDovecot(
  mailboxes: ReadonlyMap<string, string>,
  options: MailServerOptions = {},
): Promise<MailServer> {
  const folder = mkdtempSync(join(tmpdir(), 'boxoffice-imap-'));
  makeCertificate(folder);
  for (const name of ['run', 'state', 'mail', 'commands']) mkdirSync(join(folder, name));
  for (const user of mailboxes.keys()) mkdirSync(join(folder, 'commands', user));
  // Mails never change, so all users share one file of each: a copy of thousands of files costs seconds.
  for (const [user, source] of mailboxes)
    execFileSync('cp', ['-al', source, join(folder, 'mail', user)]);
  for (const source of new Set(mailboxes.values())) rmSync(source, { recursive: true });
  if (userInfo().username === 'root') {
    execFileSync('chown', ['-R', 'nobody:nogroup', join(folder, 'mail'), join(folder, 'commands')]);
    execFileSync('chmod', ['755', folder]);
  } else chownSync(join(folder, 'mail'), userInfo().uid, userInfo().gid);
  const [tlsPort, plainPort] = [await findFreePort(), await findFreePort()];
  const { introspectionUrl } = options;
  const main = configuration(folder, tlsPort, plainPort, introspectionUrl !== undefined);
  writeFileSync(join(folder, 'dovecot.conf'), main + extras(folder, options));
  if (introspectionUrl !== undefined)
    writeFileSync(join(folder, 'oauth2.conf.ext'), tokenConfiguration(introspectionUrl));
  const launch = async () => {
    const server = spawn(DOVECOT, ['-F', '-c', join(folder, 'dovecot.conf')], {
      stdio: 'ignore',
      detached: true,
    });
    const ended = new Promise<void>((resolve) => server.once('exit', () => resolve()));
    while (!((await isOpen(tlsPort)) && (await isOpen(plainPort)))) {
      if (server.exitCode !== null)
        throw new Error(`Dovecot did not start; see ${folder}/dovecot.log`);
      await new Promise((resolve) => setTimeout(resolve, 30));
    }
    return { server, ended };
  };
  let { server, ended } = await launch();
  return {
    host: 'localhost',
    tlsPort,
    plainPort,
    caFile: join(folder, 'ca.crt'),
    maildir: (user) => join(folder, 'mail', user),
    commands: (user) => join(folder, 'commands', user),
    password: 'correct-horse',
    pid: () => server.pid ?? 0,
    connectionsOf(user) {
      const args = ['-c', join(folder, 'dovecot.conf'), '-f', 'tab', 'who', user];
      const lines = execFileSync('doveadm', args, { encoding: 'utf8', stdio: 'pipe' }).split('\n');
      return (/\(([\d ]+)\)/.exec(lines[1] ?? '')?.[1] ?? '').split(' ').sort();
    },
    disconnectAll() {
      const args = ['-c', join(folder, 'dovecot.conf'), 'kick', '*'];
      const { status } = spawnSync('doveadm', args, { stdio: 'pipe' });
      // 68: there is no connection.
      if (status !== 0 && status !== 68) throw new Error(`doveadm kick ended with ${status}.`);
    },
    async kill() {
      // A separate process group: master, login and imap processes. SIGKILL leaves no time for a
      // BYE.
      if (server.exitCode === null) process.kill(-(server.pid ?? 0), 'SIGKILL');
      await ended;
    },
    async restart() {
      ({ server, ended } = await launch());
    },
    async stop() {
      server.kill('SIGTERM');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
