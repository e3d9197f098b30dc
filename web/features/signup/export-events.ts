import { writeSpreadsheetCsv } from '../../../shared/csv/spreadsheet-writer.ts';
import { variantOfLinks } from '../../../shared/encore/fields.ts';
import { SIGNUP_EVENT_COLUMNS } from '../../../shared/signup/csv.ts';
import { artistOfTitle, exportName } from '../../../shared/signup/names.ts';
import { downloadCsv } from '../../lib/download.ts';
import { isoDay } from '../../lib/format.ts';
import type { SignupState } from './state.ts';

/** The accounts of all events together. */
export function countSlots(state: Pick<SignupState, 'infos' | 'accounts'>): number {
  return state.infos.events.reduce((sum, event) => sum + (state.accounts[event.value] ?? 0), 0);
}

/** Downloads the events CSV. */
export function exportSignupEvents(state: SignupState, now: Date): void {
  const rows = state.infos.events.map((event) => ({
    event,
    accounts: state.accounts[event.value] ?? 0,
    categories: state.categories[event.value] ?? [],
  }));
  const name = exportName({
    artist: artistOfTitle(state.infos.title),
    accounts: countSlots(state),
    date: isoDay(now),
    isUk: variantOfLinks([state.infos.url]) === 'uk',
  });
  downloadCsv(`${name}.csv`, writeSpreadsheetCsv(SIGNUP_EVENT_COLUMNS, rows));
}
