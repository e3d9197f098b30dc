import { PREFIXED_COLUMNS, USER_COLUMNS, usersFileName } from '../../../shared/users/columns.ts';
import {
  DEFAULT_COUNT,
  generateForm,
  NATIONALITY_CODES,
  type Nationality,
} from '../../../shared/users/schema.ts';
import { reportFile } from '../../kit/file-report.ts';
import { downloadCsv } from '../../lib/download.ts';
import { countOf, isoDay } from '../../lib/format.ts';
import { inSlices } from '../../lib/slices.ts';
import { importAgain } from '../../ui/import-again.ts';
import type { UserRow } from './run.ts';
import type { UsersSearch } from './search-state.ts';
import { userText } from './user-columns.tsx';

const loadSpreadsheetWriter = () =>
  importAgain(() => import('../../../shared/csv/spreadsheet-writer.ts'));
const loadMachineWriter = () => importAgain(() => import('../../../shared/csv/machine-writer.ts'));

/** The values of the form: numbers as text. */
export interface UsersForm {
  count: string;
  nationality: Nationality;
  batches: string;
  seed: string;
}

export const FORM_DEFAULTS: UsersForm = {
  count: String(DEFAULT_COUNT),
  nationality: 'US',
  batches: '1',
  seed: '',
};

/** The form that an address prefills. A value that the form would refuse is omitted. */
export function formOf(search: UsersSearch): UsersForm {
  const { shape } = generateForm;
  const read = (name: 'count' | 'batches' | 'seed') =>
    shape[name].safeParse(search[name]).success ? search[name] : undefined;
  return {
    count: read('count') ?? FORM_DEFAULTS.count,
    nationality:
      NATIONALITY_CODES.find((code) => code === search.nationality) ?? FORM_DEFAULTS.nationality,
    batches: read('batches') ?? FORM_DEFAULTS.batches,
    seed: read('seed') ?? FORM_DEFAULTS.seed,
  };
}

/**
 * Saves the users as a CSV. Long lists are written in slices, so that the page stays responsive.
 */
export async function exportUsers(
  users: readonly UserRow[],
  nationality: Nationality,
  kind: 'standard' | 'prefixed',
): Promise<void> {
  const { streamSpreadsheetCsv } = await loadSpreadsheetWriter();
  const { streamMachineCsv } = await loadMachineWriter();
  const parts = await inSlices(
    kind === 'standard'
      ? streamSpreadsheetCsv(USER_COLUMNS, users)
      : streamMachineCsv(PREFIXED_COLUMNS, users),
  );
  const day = isoDay(new Date());
  const name = usersFileName({ nationality, count: users.length, day }, kind);
  downloadCsv(name, parts);
  reportFile(name, countOf(users.length, 'user'));
}

/** The users as text, a blank line between two. */
export async function usersText(users: readonly UserRow[]): Promise<string> {
  function* texts() {
    for (const user of users) yield userText(user);
  }
  return (await inSlices(texts())).join('\n\n');
}
