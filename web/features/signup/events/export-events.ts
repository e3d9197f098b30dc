import { variantOfLinks } from '../../../../shared/encore/fields.ts';
import { SIGNUP_EVENT_COLUMNS } from '../../../../shared/signup/csv.ts';
import { artistOfTitle, exportName } from '../../../../shared/signup/names.ts';
import { reportFile } from '../../../kit/file-report.ts';
import { downloadCsv } from '../../../lib/download.ts';
import { countOf, isoDay } from '../../../lib/format.ts';
import { importAgain } from '../../../ui/import-again.ts';
import type { SignupState } from '../state.ts';

const loadWriter = () => importAgain(() => import('../../../../shared/csv/spreadsheet-writer.ts'));

/** The accounts of all events together. */
export function countSlots(state: Pick<SignupState, 'infos' | 'accounts'>): number {
  return state.infos.events.reduce((sum, event) => sum + (state.accounts[event.value] ?? 0), 0);
}

/**
 * Downloads the events CSV and reports it.
 * @param accountsUsed distinct accounts that a dispatch would use, as in the name of its ZIP
 */
export async function exportSignupEvents(
  state: SignupState,
  accountsUsed: number,
  now: Date,
): Promise<void> {
  const { writeSpreadsheetCsv } = await loadWriter();
  const rows = state.infos.events.map((event) => ({
    event,
    accounts: state.accounts[event.value] ?? 0,
    categories: state.categories[event.value] ?? [],
  }));
  const name = exportName({
    artist: artistOfTitle(state.infos.title),
    accounts: accountsUsed,
    date: isoDay(now),
    isUk: variantOfLinks([state.infos.url]) === 'uk',
  });
  downloadCsv(`${name}.csv`, writeSpreadsheetCsv(SIGNUP_EVENT_COLUMNS, rows));
  reportFile(`${name}.csv`, countOf(rows.length, 'event'));
}
