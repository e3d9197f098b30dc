import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { createAtom } from '@tanstack/react-store';
import type { SplitRequest } from '../../../../shared/profiles/split.ts';
import type { ProfileChoice } from '../../../../shared/site-generator/choose-profiles.ts';
import { type Jobs, openJobs } from '../../../kit/job.ts';
import { api, apiFetch, postJson, send } from '../../../lib/api.ts';
import { ApiError } from '../../../lib/api-error.ts';
import { onSessionEnd } from '../../../lib/session.ts';
import type { SiteDraft } from '../draft.ts';
import type { ChooseJobs, SplitParts } from './choose.worker.ts';

/** The profiles as far as the page needs them, because the list itself is in a worker. */
export interface ProfileStock {
  /** Changes with every load and every correction. */
  version: number;
  count: number;
  countries: string[];
}

/** A page takes the server a few milliseconds, so that progress is visible and Cancel works. */
const PAGE_ROWS = '1000';
export const PREVIEW_ROWS = 6;

/** The progress of loading the list; null while it is not being loaded. */
export const stockProgress = createAtom<{ loaded: number; total: number } | null>(null);

/** The worker with the list that was last loaded, and the number of earlier ones. */
const loaded = createAtom<{ version: number; chooser: Jobs<ChooseJobs> | null }>({
  version: 0,
  chooser: null,
});
onSessionEnd(() => loaded.get().chooser?.close());

/** Loads all profiles, their secrets masked, into a worker that replaces the previous one. */
export async function loadStock(signal: AbortSignal): Promise<ProfileStock> {
  const jobs = openJobs<ChooseJobs>(
    () => new Worker(new URL('./choose.worker.ts', import.meta.url), { type: 'module' }),
  );
  const addPage = async (cursor: string | null) => {
    const query = new URLSearchParams({ limit: PAGE_ROWS, ...(cursor && { cursor }) });
    const response = await apiFetch(`/api/profiles?${query}`, { signal });
    const answer = await response.arrayBuffer();
    const page = await jobs.run(
      (remote, _, move) => remote.addPage(move(answer, [answer])),
      signal,
    );
    if (page.refused !== undefined) throw new ApiError('server', page.refused);
    return page;
  };
  try {
    let page = await addPage(null);
    while (page.cursor !== null) {
      stockProgress.set(page);
      page = await addPage(page.cursor);
    }
    const before = loaded.get();
    before.chooser?.close();
    const version = before.version + 1;
    loaded.set({ version, chooser: jobs });
    return { version, count: page.loaded, countries: page.countries };
  } catch (error) {
    jobs.close();
    throw error;
  } finally {
    stockProgress.set(null);
  }
}

const choiceOf = ({ search, country, order, seed }: SiteDraft): ProfileChoice => ({
  search,
  country,
  seed: order === 'shuffled' ? seed : null,
});

/** The worker with the list. @throws Error when the session ended. */
function loadedChooser(): Jobs<ChooseJobs> {
  const { chooser } = loaded.get();
  if (chooser === null) throw new Error('The profiles are not loaded.');
  return chooser;
}

/** How many profiles a draft chooses, and the first of them. */
export const chosenQuery = (stock: ProfileStock, draft: SiteDraft) => {
  const choice = choiceOf(draft);
  return queryOptions({
    queryKey: ['profiles', 'chosen', stock.version, choice],
    queryFn: () => loadedChooser().run((remote) => remote.choose(choice, PREVIEW_ROWS)),
    placeholderData: keepPreviousData,
    structuralSharing: false,
  });
};

/** The number of addresses and names of a draft's profiles that need a check. */
export const doubtsQuery = (stock: ProfileStock, draft: SiteDraft, parts: SplitParts) => {
  const choice = choiceOf(draft);
  return queryOptions({
    queryKey: ['profiles', 'doubts', stock.version, choice, parts],
    queryFn: () => loadedChooser().run((remote) => remote.countDoubts(choice, parts)),
    placeholderData: keepPreviousData,
  });
};

/** The parts of the names and addresses of a draft's profiles, those that need a check first. */
export const splitsQuery = (stock: ProfileStock, draft: SiteDraft, parts: SplitParts) => {
  const choice = choiceOf(draft);
  return queryOptions({
    queryKey: ['profiles', 'splits', stock.version, choice, parts],
    queryFn: () => loadedChooser().run((remote) => remote.listSplits(choice, parts)),
    placeholderData: keepPreviousData,
    structuralSharing: false,
    gcTime: 0,
  });
};

/**
 * Stores a correction.
 * @returns the version of the list that contains it
 */
export async function saveSplit(id: number, json: SplitRequest): Promise<number> {
  const param = { id: String(id) };
  const { data } = await send(api.profiles[':id'].split.$put({ param, json }));
  await loadedChooser().run((remote) => remote.setSplit(id, data));
  const { version, chooser } = loaded.get();
  loaded.set({ version: version + 1, chooser });
  return version + 1;
}

/**
 * The profiles of a file with their secrets. The call contains the selection and not the ids, of
 * which there may be any number.
 * @returns their ids in order, and the bytes of the answer, which are passed unread to the worker
 * that writes the file
 */
export async function loadChosen(draft: SiteDraft, rows: number, signal: AbortSignal) {
  const choice = choiceOf(draft);
  const { ids, newest } = await loadedChooser().run((remote) => remote.listIds(choice, rows));
  const json = { choice: { ...choice, newest }, limit: rows };
  const response = await postJson('/api/profiles/full', JSON.stringify(json), signal);
  return { ids, answer: await response.arrayBuffer() };
}
