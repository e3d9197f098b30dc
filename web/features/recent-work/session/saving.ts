/** The state of saving one work in one tab. */
export interface Saving {
  /** Null until the work was saved first. */
  id: number | null;
  /** The version that this tab has; its saves replace that version only. */
  version: number;
  /** The number of the last change, of the last change that the server has, and of the one under way. */
  changed: number;
  saved: number;
  sending: number | null;
  /** `conflict`: another version was saved; nothing is sent until the operator decides. */
  trouble: 'failed' | 'conflict' | null;
}

export type SavingEvent =
  | { type: 'changed' }
  | { type: 'sent' }
  /** The server has stored the sent content. */
  | { type: 'stored'; id: number; version: number }
  | { type: 'failed' }
  | { type: 'refused' }
  /** The work was deleted at the server: the next save adds it again. */
  | { type: 'gone' }
  /** The operator keeps this tab's content in place of `version`. */
  | { type: 'overwrite'; version: number };

/** The opened version; null for a new work. */
export const openedAs = (work: { id: number; version: number } | null): Saving => ({
  id: work?.id ?? null,
  version: work?.version ?? 0,
  changed: 0,
  saved: 0,
  sending: null,
  trouble: null,
});

export const hasUnsaved = ({ changed, saved }: Saving): boolean => changed > saved;

/** Whether a save may start: one at a time, and never over a version that this tab does not have. */
export const canSend = (saving: Saving): boolean =>
  hasUnsaved(saving) && saving.sending === null && saving.trouble !== 'conflict';

export function afterEvent(saving: Saving, event: SavingEvent): Saving {
  switch (event.type) {
    case 'changed':
      return { ...saving, changed: saving.changed + 1 };
    case 'sent':
      return canSend(saving) ? { ...saving, sending: saving.changed, trouble: null } : saving;
    case 'stored': {
      const { id, version } = event;
      const saved = saving.sending ?? saving.saved;
      return { ...saving, id, version, saved, sending: null, trouble: null };
    }
    case 'failed':
      return { ...saving, sending: null, trouble: 'failed' };
    case 'refused':
      return { ...saving, sending: null, trouble: 'conflict' };
    case 'gone':
      return { ...saving, id: null, version: 0, sending: null, trouble: null };
    case 'overwrite':
      return { ...saving, version: event.version, trouble: null };
  }
}
