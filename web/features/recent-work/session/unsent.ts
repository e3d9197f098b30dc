import { ApiError } from '../../../lib/api-error.ts';
import { pauseOrOnline } from '../../../lib/online.ts';
import { requestLock } from '../../../lib/tabs.ts';
import { toast } from '../../../ui/toast.tsx';
import { addWork, saveWork } from '../queries.ts';
import { bodyOf, type WorkTool, withoutParts } from '../work-tool.ts';
import { holdName } from './hold.ts';
import { retryMs } from './work-machine.ts';

const underWay = new Set<object>();

/**
 * Sends the stored changes of works that are not open, until the server has them. A work that a tab
 * edits is left to that tab; a work that was saved elsewhere in the meantime waits until the
 * operator opens it and decides.
 */
export function sendUnsent<T extends object>(tool: WorkTool<T>): void {
  if (underWay.has(tool)) return;
  underWay.add(tool);
  void (async () => {
    for (let attempt = 0; !(await sendAll(tool)); attempt += 1)
      await pauseOrOnline(retryMs(attempt));
    underWay.delete(tool);
  })();
}

/** @returns false if the server could not be reached. */
async function sendAll<T extends object>(tool: WorkTool<T>): Promise<boolean> {
  for (const name of tool.unsent.names()) {
    try {
      await sendOne(tool, name);
    } catch (error) {
      const { status } = error instanceof ApiError ? error : { status: 0 };
      if (status === 401) return true;
      if (status === 0 || status === 429 || status >= 500) return false;
    }
  }
  return true;
}

/** @throws {ApiError} */
async function sendOne<T extends object>(tool: WorkTool<T>, name: string): Promise<void> {
  const { kind, unsent } = tool;
  const { key = '', title = '' } = unsent.read(name)?.rest ?? {};
  const { id = null } = unsent.read(name)?.base ?? {};
  await ifFree(holdName(kind, id, key), async () => {
    const entry = unsent.read(name);
    if (!entry) return;
    const { token, ...rest } = entry.rest;
    const content = { ...rest, body: bodyOf(withoutParts(entry)) };
    if (entry.base) await saveWork(entry.base.id, entry.base.version, content);
    else await addWork({ ...content, kind, token, name: null });
    unsent.remove(name);
    toast({ title: 'Earlier changes saved', text: title });
  });
}

/** A work that was just left is free a moment later. */
const FREE_WITHIN_MS = 1_000;

/** Runs the function unless another holder has the lock. */
async function ifFree(name: string, run: () => Promise<void>): Promise<void> {
  const signal = AbortSignal.timeout(FREE_WITHIN_MS);
  try {
    await requestLock(name, { signal }, run);
  } catch (error) {
    if (error !== signal.reason) throw error;
  }
}
