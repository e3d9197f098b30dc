import { execFileSync } from 'node:child_process';
import { chownSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, matchesGlob } from 'node:path';
import { fileURLToPath } from 'node:url';
import { linkPackages } from './packages.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
/** The user of the image. */
const USER = 1_000;

/** A step of a Dockerfile, such as `COPY` with its text. */
interface Step {
  name: string;
  text: string;
}

/** The content of an image, in a folder. */
export interface Image {
  /** The folder that stands for `/`. */
  root: string;
  workingFolder: string;
  variables: Record<string, string>;
  user: number | undefined;
  healthcheck: string[];
  command: string[];
}

/** The steps in their order, without comments and with joined lines. */
function readSteps(file: string): Step[] {
  const text = readFileSync(file, 'utf8')
    .replaceAll(/^#.*\n/gm, '')
    .replaceAll(/\\\n\s*/g, '');
  return text.split('\n').flatMap((line) => {
    const [, name, rest] = /^([A-Z]+)\s+(.*)$/.exec(line) ?? [];
    return name === undefined || rest === undefined ? [] : [{ name, text: rest }];
  });
}

/**
 * The folders of the image that its steps name; those of the system, such as /var/lib, are ignored.
 */
const OWN_FOLDERS = /(?<=^|[\s"'=:])\/(app|data|backups|run\/secrets)\b/g;

/**
 * The names at the top of the checkout that .dockerignore does not exclude. Its patterns of deeper
 * folders are ignored.
 */
function listContext(): string[] {
  const patterns = readFileSync(join(ROOT, '.dockerignore'), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'));
  return readdirSync(ROOT).filter(
    (name) => !patterns.some((pattern) => matchesGlob(name, pattern)),
  );
}

/**
 * Executes the steps of a Dockerfile as far as a shell can: each stage is a folder under `parent`,
 * copies become links, and `npm ci` links the installed packages of the same lock file. System
 * packages are not installed.
 * @returns the last stage
 */
export function buildImage(file: string, parent: string): Image {
  const stages = new Map<string, Image>();
  let image: Image | undefined;
  for (const { name, text } of readSteps(file)) {
    if (name === 'ARG') continue;
    if (name === 'FROM') {
      const stage = / AS (\w+)$/.exec(text)?.[1] ?? 'last';
      const root = join(parent, stage);
      mkdirSync(join(root, 'run/secrets'), { recursive: true });
      const empty = { variables: {}, user: undefined, healthcheck: [], command: [] };
      image = { root, workingFolder: root, ...empty };
      stages.set(stage, image);
    } else if (image !== undefined) execute({ name, text }, image, stages);
  }
  if (image === undefined) throw new Error(`${file} has no FROM.`);
  return image;
}

function execute({ name, text }: Step, image: Image, stages: ReadonlyMap<string, Image>): void {
  const within = (part: string) => part.replaceAll(OWN_FOLDERS, (path) => join(image.root, path));
  if (name === 'WORKDIR') {
    image.workingFolder = within(text);
    mkdirSync(image.workingFolder, { recursive: true });
  } else if (name === 'ENV') {
    for (const [, key = '', value = ''] of text.matchAll(/(\w+)=(\S+)/g)) {
      image.variables[key] = within(value);
    }
  } else if (name === 'USER') image.user = Number(text.split(':')[0]);
  else if (name === 'COPY') copy(text, image, stages);
  else if (name === 'RUN') run(text, within(text), image);
  else if (name === 'CMD') image.command = JSON.parse(text);
  else if (name === 'HEALTHCHECK') image.healthcheck = JSON.parse(text.slice(text.indexOf('[')));
  else if (name !== 'VOLUME' && name !== 'STOPSIGNAL') throw new Error(`unknown step ${name}`);
}

function copy(text: string, image: Image, stages: ReadonlyMap<string, Image>): void {
  const [, from, rest = ''] = /^(?:--from=(\w+) )?(.*)$/.exec(text) ?? [];
  const names = rest.split(' ');
  const target = join(image.workingFolder, names.pop() ?? '');
  if (from !== undefined) {
    const source = stages.get(from);
    for (const name of names) {
      execFileSync('cp', ['-al', `${source?.root}${name}/.`, target]);
    }
    return;
  }
  const listed = names.includes('.') ? listContext() : names;
  execFileSync('cp', ['-alf', ...listed, target], { cwd: ROOT });
}

function run(text: string, command: string, image: Image): void {
  if (text.startsWith('apt-get ')) return;
  if (text.startsWith('npm ci')) {
    linkPackages(image.workingFolder);
    return;
  }
  // Only root may change the owner of files.
  const ownCommand = process.getuid?.() === 0 ? command : command.replaceAll(/ -[og] \d+/g, '');
  execFileSync('sh', ['-ec', ownCommand], {
    cwd: image.workingFolder,
    env: { ...environmentOf(image) },
    stdio: 'pipe',
  });
}

/** The variables of a process in the image. `npm` and `node` are those of this machine. */
export const environmentOf = ({ variables }: Image): NodeJS.ProcessEnv => ({
  PATH: [dirname(process.execPath), process.env.PATH].join(':'),
  ...variables,
});

/** Makes the user of the image the owner of a file, if this process may do so. */
export function giveToUser(file: string): void {
  if (process.getuid?.() === 0) chownSync(file, USER, USER);
}
