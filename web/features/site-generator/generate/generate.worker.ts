import { encoreFile, withAccounts } from '../../../../shared/encore/file.ts';
import { ADONIS_SITES } from '../../../../shared/profile-sites/adonis/sites.ts';
import { TSUKI_SITES } from '../../../../shared/profile-sites/tsuki/sites.ts';
import type { FullProfile } from '../../../../shared/profiles/schema.ts';
import { profileFile } from '../../../../shared/site-generator/profile-site.ts';
import { streamSiteCsv } from '../../../../shared/site-generator/site-file.ts';
import { exposeJobs } from '../../../kit/expose-jobs.ts';
import { parseAnswer } from '../../../lib/json.ts';
import type { EncoreTask, ProfilesTask, SiteTask } from '../site-task.ts';

const REPORT_EVERY_MS = 100;
/** Chunks are joined into blobs, which the browser may store outside memory. */
const PIECES_PER_BLOB = 256;

/**
 * Writes the task's file.
 * @param handle a file to write into; null collects the file and returns it
 * @param onProgress receives the number of rows written so far
 */
async function write(
  task: SiteTask,
  handle: FileSystemFileHandle | null,
  onProgress: (rows: number) => void,
): Promise<Blob | null> {
  const sink = handle ? await openFile(handle) : collect();
  let lines = 0;
  let reportedAt = performance.now();
  for (const piece of streamTask(task)) {
    await sink.write(piece);
    lines += countLines(piece);
    if (performance.now() - reportedAt < REPORT_EVERY_MS) continue;
    onProgress(lines);
    reportedAt = performance.now();
  }
  return sink.close();
}

export type GenerateApi = { write: typeof write };
exposeJobs({ write } satisfies GenerateApi);

interface Sink {
  write(piece: string): Promise<void> | void;
  close(): Promise<Blob | null> | Blob;
}

async function openFile(handle: FileSystemFileHandle): Promise<Sink> {
  const file = await handle.createWritable();
  return {
    write: (piece) => file.write(piece),
    async close() {
      await file.close();
      return null;
    },
  };
}

function collect(): Sink {
  const blobs: Blob[] = [];
  let pieces: string[] = [];
  const flush = () => {
    blobs.push(new Blob(pieces));
    pieces = [];
  };
  return {
    write(piece) {
      pieces.push(piece);
      if (pieces.length >= PIECES_PER_BLOB) flush();
    },
    close() {
      flush();
      return new Blob(blobs, { type: 'text/csv;charset=utf-8' });
    },
  };
}

function countLines(piece: string): number {
  let lines = 0;
  for (let at = piece.indexOf('\n'); at >= 0; at = piece.indexOf('\n', at + 1)) lines += 1;
  return lines;
}

/** The chunks of the task's file. */
function streamTask(task: SiteTask): Generator<string> {
  return task.site === 'encore' ? streamEncore(task) : streamProfiles(task);
}

function streamEncore({ available, ...choice }: EncoreTask): Generator<string> {
  const common = available === '' ? [] : available.split('\n');
  return streamSiteCsv(encoreFile(withAccounts(choice, common)));
}

function streamProfiles({ tool, name, file, ids, answer }: ProfilesTask): Generator<string> {
  const sites = tool === 'adonis' ? ADONIS_SITES : TSUKI_SITES;
  const site = sites.find((one) => one.name === name);
  if (site === undefined) throw new Error(`There is no site "${name}".`);
  const { data } = parseAnswer<{ data: FullProfile[] }>(answer);
  const byId = new Map(data.map((profile) => [profile.id, profile] as const));
  const profiles = ids.flatMap((id) => byId.get(id) ?? []);
  if (profiles.length < ids.length) {
    throw new Error('Some of the profiles no longer exist. Load the page again.');
  }
  return streamSiteCsv(profileFile(site, { ...file, profiles }));
}
