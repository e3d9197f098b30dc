import { createAtom, useSelector } from '@tanstack/react-store';
import { useEffect, useEffectEvent } from 'react';
import * as z from 'zod/mini';
import { saved, useSaved } from '../saved/saved.ts';

/** `app`: works on every page. `page`: belongs to the screen that is shown. */
export type ShortcutScope = 'app' | 'page';

/** A registered shortcut, as the shortcuts dialog lists it. */
export interface Shortcut {
  /** `mod+k` (Ctrl or Cmd), `g q` (one after the other), `?`, `[`, `Escape`, `1-9` (any of these digits). */
  keys: string;
  label: string;
  scope: ShortcutScope;
}

interface Registration extends Shortcut {
  /** Null for keys that a field handles itself. */
  run: ((event: KeyboardEvent) => void) | null;
}

export interface ShortcutOptions {
  scope?: ShortcutScope;
  /** Disabled while false. */
  enabled?: boolean;
}

const SEQUENCE_MS = 1200;
const singleKeys = saved({
  key: 'single-key-shortcuts',
  schema: z.boolean(),
  fallback: true,
  owner: 'browser',
});
const registrations = createAtom<readonly Registration[]>([]);
let pendingKey: { key: string; at: number } | null = null;

/**
 * Registers a shortcut while the component is mounted. Keys without Ctrl or Cmd do nothing while the operator
 * types, while a dialog or menu is open, and when single keys are switched off (WCAG 2.1.4).
 */
export function useShortcut(
  keys: string,
  label: string,
  run: (event: KeyboardEvent) => void,
  { scope = 'page', enabled = true }: ShortcutOptions = {},
): void {
  const runLatest = useEffectEvent(run);
  useEffect(() => {
    if (!enabled) return;
    return register({ keys, label, scope, run: (event) => runLatest(event) });
  }, [keys, label, scope, enabled]);
}

/** Lists keys in the shortcuts dialog that a field of this page handles itself. */
export function useListedKeys(keys: string, label: string): void {
  useEffect(() => register({ keys, label, scope: 'page', run: null }), [keys, label]);
}

function register(registration: Registration): () => void {
  registrations.set((others) => [...others, registration]);
  return () => registrations.set((all) => all.filter((other) => other !== registration));
}

/** All registered shortcuts, for the dialog that lists them. */
export function useAllShortcuts(): readonly Shortcut[] {
  return useSelector(registrations);
}

/** Whether keys without Ctrl or Cmd work, and the switch for it. */
export function useSingleKeys(): [boolean, (on: boolean) => void] {
  return useSaved(singleKeys);
}

/** Listens for keys. Mount once, in the shell. */
export function useShortcutListener(): void {
  useEffect(() => {
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, []);
}

/** True if the focused element takes typed text. */
function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target.isContentEditable || target instanceof HTMLTextAreaElement) return true;
  if (target instanceof HTMLSelectElement) return true;
  const buttons = ['checkbox', 'radio', 'button', 'submit', 'reset', 'range', 'file', 'color'];
  return target instanceof HTMLInputElement && !buttons.includes(target.type);
}

function onKeyDown(event: KeyboardEvent): void {
  if (event.defaultPrevented || event.isComposing) return;
  const mod = event.ctrlKey || event.metaKey;
  if (event.altKey || (!mod && !singleKeysApply(event))) return;
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  const typed = mod ? `mod+${key}` : key;
  const match = findBySequence(typed) ?? findLast(/^[1-9]$/.test(typed) ? '1-9' : typed);
  pendingKey = mod ? null : { key: typed, at: event.timeStamp };
  if (!match) return;
  pendingKey = null;
  event.preventDefault();
  match.run?.(event);
}

function singleKeysApply(event: KeyboardEvent): boolean {
  if (isTyping(event.target) || isLayerOpen()) return false;
  if (event.key.length > 1) return true;
  return singleKeys.read();
}

function isLayerOpen(): boolean {
  const layers = '[role=dialog], [role=alertdialog], [role=menu], [role=listbox][data-state=open]';
  return document.querySelector(layers) !== null;
}

function findBySequence(typed: string): Registration | undefined {
  if (!pendingKey || performance.now() - pendingKey.at > SEQUENCE_MS) return undefined;
  return findLast(`${pendingKey.key} ${typed}`);
}

/** A screen may override a key of the shell; of two other shortcuts the newest one is used. */
function findLast(keys: string): Registration | undefined {
  const found = registrations.get().filter((one) => one.run !== null && one.keys === keys);
  return found.findLast(({ scope }) => scope === 'page') ?? found.at(-1);
}
