import { createAtom, useSelector } from '@tanstack/react-store';
import { HOUR_MS, MINUTE_MS } from '../../../../shared/times.ts';
import { onSessionEnd } from '../../../lib/session.ts';
import { requestLock } from '../../../lib/tabs.ts';
import { toast } from '../../../ui/toast.tsx';
import { isWatchReplaced, type KeptSearch, rememberSearch } from './kept-search.ts';
import { canRepeat, readSearch, repeatKept, repeatQuietly, resumeSearch } from './search-run.ts';
import { watched } from './watched.ts';

/** The time from the end of a search to its repetition. */
export const WATCH_EVERY_MS = MINUTE_MS;
/** A tab that was hidden for so long searches again when it is seen. */
export const HIDDEN_PAUSE_MS = HOUR_MS;
const TICK_MS = 1_000;
/** How long a page that is left may still hold the watch. */
const LEAVING_MS = 1_000;

/**
 * The next step of a watch. `hiddenSince` is null while the tab is visible, `endedAt` is the end of the last search, null
 * while one runs. Times are milliseconds since the epoch.
 */
export function watchStep(
  { hiddenSince }: { hiddenSince: number | null },
  endedAt: number | null,
  now: number,
): 'wait' | 'search' | 'paused' {
  if (hiddenSince !== null && now - hiddenSince >= HIDDEN_PAUSE_MS) return 'paused';
  return endedAt !== null && now - endedAt >= WATCH_EVERY_MS ? 'search' : 'wait';
}

/** `since`: when it began. Notifications are about mails that arrived since. */
export type WatchState = { phase: 'off' } | { phase: 'on' | 'paused'; since: number };

/* The watch of this tab. Like the search, it continues on other screens. Another tab continues it after this one. */
const OFF: WatchState = { phase: 'off' };
const watch = createAtom<WatchState>(OFF);
let hiddenSince: number | null = null;
/** The next search waits for the answer whether the watch was stopped elsewhere. */
let isAsking = false;
let timer: ReturnType<typeof setInterval> | undefined;
let release: (() => void) | undefined;

/** Repeats the last search of this tab every minute, or stops that. */
export function setWatching(isOn: boolean): void {
  stop();
  watched.write(isOn);
  const since = isOn ? Date.now() : null;
  rememberSearch({ watchedSince: since });
  if (since === null) return;
  start(since);
  void holdWatch();
}

/** The search that another screen has continued; the form of the search takes it over. */
let continued: Promise<KeptSearch | null> | null = null;
onSessionEnd(() => {
  continued = null;
});

/** Continues a watch on a screen without the form of its search. */
export function continueWatch(owner: number): void {
  continued ??= resume(owner);
}

/** Restores the last search, and a watch that ran before a reload or in another tab. */
export async function resumeWatch(owner: number): Promise<KeptSearch | null> {
  const earlier = await continued;
  continued = null;
  return earlier ?? resume(owner);
}

async function resume(owner: number): Promise<KeptSearch | null> {
  const kept = await resumeSearch(owner);
  if (kept === null) return null;
  const since = kept.watchedSince;
  watched.write(since !== null);
  if (since === null || watch.get().phase !== 'off' || !(await holdWatch())) return null;
  if (!canRepeat()) repeatKept(kept, owner, since);
  start(since);
  return kept;
}

function start(since: number): void {
  timer = setInterval(tick, TICK_MS);
  document.addEventListener('visibilitychange', onVisibility);
  watch.set({ phase: 'on', since });
  onVisibility();
}

function stop(): void {
  clearInterval(timer);
  document.removeEventListener('visibilitychange', onVisibility);
  release?.();
  watch.set(OFF);
}

/** Marks this tab as the one that watches, for as long as it does. Returns false if another tab is marked. */
function holdWatch(): Promise<boolean> {
  const { promise: isOver, resolve } = Promise.withResolvers<void>();
  release = resolve;
  return new Promise((answer) => {
    // After a reload, the page before may still be leaving.
    const signal = AbortSignal.timeout(LEAVING_MS);
    const keep = () => {
      answer(true);
      return isOver;
    };
    requestLock('presale-watch', { signal }, keep).catch(() => answer(false));
  });
}

function onVisibility(): void {
  hiddenSince = document.hidden ? Date.now() : null;
  tick();
}

function tick(): void {
  const now = watch.get();
  if (now.phase === 'off') return;
  // The search was reset, or the session has ended.
  if (!canRepeat()) {
    stop();
    return;
  }
  const search = readSearch();
  const endedAt = search.phase === 'searching' ? null : search.endedAt;
  const step = watchStep({ hiddenSince }, endedAt, Date.now());
  if (step === 'search' && !isAsking) void repeat(now.since);
  const phase = step === 'paused' ? 'paused' : 'on';
  if (phase !== now.phase) watch.set({ ...now, phase });
}

const STOPPED = 'The watch was stopped or started again in another browser.';

/** Searches again, or ends a watch that the operator stopped in another browser. */
async function repeat(since: number): Promise<void> {
  isAsking = true;
  const isReplaced = await isWatchReplaced(since);
  isAsking = false;
  const now = watch.get();
  if (now.phase === 'off' || now.since !== since) return;
  if (!isReplaced) {
    repeatQuietly(since);
    return;
  }
  stop();
  watched.write(false);
  toast({ title: 'The search is not watched here any more', text: STOPPED, tone: 'info' });
}

/** Whether this tab watches its search. */
export const useWatch = (): WatchState => useSelector(watch);
