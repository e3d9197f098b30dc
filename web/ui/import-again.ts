import { createAtom } from '@tanstack/react-store';

/** The message of Firefox, with the address of the module. */
const FIREFOX_FAILURE = /^error loading dynamically imported module: (https?:\S+)$/;

/** Modules that were loaded under another address, by their own. */
const replaced = new Map<string, Promise<unknown>>();
let attempts = 0;

/**
 * Whether this page has code that only a reload brings: the server has the file, and the browser keeps it as failed.
 */
export const needsReload = createAtom(false);

/**
 * Calls `start`, which imports a module, and may be called again after a failure. Firefox keeps the failure for as long
 * as the page is open, so that the module must then be loaded under another address; it is one module for all callers.
 * A module that it imports itself cannot get another address: if that one has failed, {@link needsReload} becomes true.
 */
export async function importAgain<Module>(start: () => Promise<Module>): Promise<Module> {
  try {
    return await start();
  } catch (error) {
    const address = error instanceof Error ? FIREFOX_FAILURE.exec(error.message)?.[1] : undefined;
    if (address === undefined) throw error;
    const loading = replaced.get(address) ?? importUnderOtherName(address);
    replaced.set(address, loading);
    try {
      return (await loading) as Module;
    } catch {
      if (replaced.get(address) === loading) replaced.delete(address);
      if (await isServed(address)) needsReload.set(true);
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
