import { createAtom } from '@tanstack/react-store';

/** The messages of Firefox and of Chromium, with the address of the module. */
const FAILURE = /^(?:error loading|Failed to fetch) dynamically imported module: (https?:\S+)$/;

type Start = () => Promise<unknown>;

/** Modules that were loaded under another address, by their own. */
const replaced = new Map<string, Promise<unknown>>();
let attempts = 0;

/**
 * The source texts, which contain the module's name, of calls whose module the server has although
 * the browser keeps it as failed.
 */
const failed = new Set<string>();

/** Whether this page has code that only a reload can load. */
export const needsReload = createAtom(false);

function note(start: Start, isFailed: boolean): void {
  if (isFailed) failed.add(String(start));
  else failed.delete(String(start));
  needsReload.set(failed.size > 0);
}

/**
 * Calls `start`, which imports a module, and may be called again after a failure. Firefox and many versions of Chromium
 * keep the failure for as long as the page is open, so that the module must then be loaded under another address; it is
 * one module for all callers. A module that it imports itself cannot get another address: if that one has failed,
 * {@link needsReload} is true until a later call of the same `start` loads it, as other versions can.
 */
export async function importAgain<Module>(start: () => Promise<Module>): Promise<Module> {
  try {
    const module = await start();
    note(start, false);
    return module;
  } catch (error) {
    const address = error instanceof Error ? FAILURE.exec(error.message)?.[1] : undefined;
    if (address === undefined) throw error;
    const loading = replaced.get(address) ?? importUnderOtherName(address);
    replaced.set(address, loading);
    try {
      const module = (await loading) as Module;
      note(start, false);
      return module;
    } catch {
      if (replaced.get(address) === loading) replaced.delete(address);
      if (await isServed(address)) note(start, true);
      throw error;
    }
  }
}

async function isServed(address: string): Promise<boolean> {
  try {
    return (await fetch(address, { method: 'HEAD', cache: 'no-store' })).ok;
  } catch {
    return false;
  }
}

function importUnderOtherName(address: string): Promise<unknown> {
  const url = new URL(address);
  attempts += 1;
  url.searchParams.set('again', String(attempts));
  return import(/* @vite-ignore */ url.href);
}
