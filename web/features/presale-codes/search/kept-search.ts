import * as z from 'zod/mini';
import type { PresaleSearchInput } from '../../../../shared/presale-codes/schema.ts';
import { cut } from '../../../../shared/text.ts';
import { onSessionEnd } from '../../../lib/session.ts';
import { toast } from '../../../ui/toast.tsx';
import { type SearchForm, storedSearchForm } from '../form/search-form.ts';
import { isSearch } from './last-search.ts';

/** The data of a recent search, with which a reload or another tab continues it. */
const memory = z.object({
  /** Codes that were found, and those of them that are marked as new. */
  seen: z.catch(z.array(z.string()), []),
  fresh: z.catch(z.array(z.string()), []),
  /** Since when the search is watched, in milliseconds since the epoch; null if it is not. */
  watchedSince: z.catch(z.nullable(z.number()), null),
  /** As it was sent. */
  search: z.custom<PresaleSearchInput>(isSearch),
});
type Memory = z.infer<typeof memory>;

/** A recent search with its stored data. */
export interface KeptSearch extends Memory {
  form: SearchForm;
}

/** More codes than this are not remembered: the oldest are marked as new again. */
const MOST_CODES = 5_000;
const NOTHING: Omit<Memory, 'search'> = { seen: [], fresh: [], watchedSince: null };
const NOT_KEPT = {
  search: 'This search is not among the recent ones',
  memory: 'What is new in this search is not kept',
};

/** The recent search of this tab. */
let kept: KeptSearch | null = null;
/** Since when it is watched, as the server has it. */
let storedSince: number | null = null;
let saves = Promise.resolve();

onSessionEnd(() => {
  kept = null;
});

/** Not part of the page's first load. */
const loadWorks = () => import('../../recent-work/queries.ts');

/** The key of this tab's search among the recent ones; empty without one. */
export const keptKey = (): string => (kept === null ? '' : keyOf(kept));

/** Adds a started search to the recent ones. A watch continues it. */
export function keepSearch(form: SearchForm, search: PresaleSearchInput): Promise<void> {
  const before = kept;
  const watchedSince = before?.watchedSince ?? null;
  const next = { ...NOTHING, form, search, watchedSince };
  if (before && watchedSince !== null && keyOf(before) !== keyOf(next))
    void save({ ...before, watchedSince: null }, NOT_KEPT.memory);
  return save(next, NOT_KEPT.search);
}

/** Stores the state of this tab's search, if it has changed. */
export function rememberSearch(part: Partial<Memory>): void {
  if (kept === null) return;
  const next = { ...kept, ...part, ...(part.seen && { seen: part.seen.slice(-MOST_CODES) }) };
  if (JSON.stringify(next) !== JSON.stringify(kept)) void save(next, NOT_KEPT.memory);
}

/** One save after the other: each replaces the version before. */
function save(next: KeptSearch, failure: string): Promise<void> {
  kept = next;
  const { form, ...rest } = next;
  const title = form.searchKeywords.filter((word) => word.trim() !== '').join(', ');
  const content = { title: cut(title, 200) || 'All mails', events: null, rows: null };
  saves = saves.then(async () => {
    try {
      const { keepWork } = await loadWorks();
      await keepWork({ kind: 'presale', key: keyOf(next), ...content, body: { ...form, ...rest } });
      storedSince = next.watchedSince;
    } catch (error) {
      warn(failure, error);
    }
  });
  return saves;
}

function warn(title: string, error: unknown): void {
  const text = error instanceof Error ? error.message : undefined;
  toast({ title, text, tone: 'warning' });
}

/** The codes that were found and are not marked as new. */
export function knownCodes({ seen, fresh }: KeptSearch): ReadonlySet<string> {
  const marked = new Set(fresh);
  return new Set(seen.filter((code) => !marked.has(code)));
}

/** The recent search with this key, else the newest, which this tab continues; null if there is none. */
export async function recallSearch(key: string): Promise<KeptSearch | null> {
  try {
    const { findWork, newestWork } = await loadWorks();
    const work = await (key === '' ? newestWork('presale') : findWork({ kind: 'presale', key }));
    kept = work && { form: storedSearchForm.parse(work.body), ...memory.parse(work.body) };
    storedSince = kept?.watchedSince ?? null;
  } catch (error) {
    warn('The last search could not be read: if it was watched, start it again', error);
  }
  return kept;
}

/** Whether the watch of this tab's search was stopped or started again elsewhere. False if that cannot be read. */
export async function isWatchReplaced(since: number): Promise<boolean> {
  if (kept === null || storedSince !== since) return false;
  const key = keyOf(kept);
  try {
    const { findWork } = await loadWorks();
    const work = await findWork({ kind: 'presale', key });
    return work !== null && memory.parse(work.body).watchedSince !== since;
  } catch {
    return false;
  }
}

const keyOf = ({ form }: KeptSearch): string => JSON.stringify(form);
