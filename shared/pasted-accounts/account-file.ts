import { cleanAccount } from '../clean-text.ts';
import { PASSED, RowCounts } from '../csv/file-result.ts';
import { EMAIL_OR_NOTHING, isBareAddress } from './address.ts';
import { maskAccounts } from './parse-accounts.ts';

const EMAIL_NAMES = ['email', 'emailaddress', 'mail', 'account', 'accountemail', 'id', 'username'];

/** The reason for a row that is left out. */
const NO_ADDRESS = 'No e-mail address';

/** The accounts of a file while it is read: the column that is named so, else the first address of each row. */
export class AccountSheet {
  readonly accounts: string[] = [];
  readonly counts = new RowCounts();
  #column: number | null = null;

  readonly onRow = (cells: readonly string[], line: number): void => {
    const values = cells.map(cleanAccount);
    const isFirst = this.#column === null;
    this.#column ??= findColumn(values);
    const account = this.#find(values);
    if (account !== undefined) {
      this.accounts.push(maskAccounts(account));
      this.counts.taken += 1;
    } else if (values.every((value) => value === '')) {
      this.counts.ignore(PASSED.blank);
    } else if (isFirst) {
      this.counts.ignore(PASSED.header);
    } else {
      this.counts.refuse(line, NO_ADDRESS);
    }
  };

  #find(values: readonly string[]): string | undefined {
    const named = values[this.#column ?? -1];
    if (named?.includes('@')) return named;
    // A password may look like an address without a dot.
    return (
      values.find((value) => value !== '' && EMAIL_OR_NOTHING.test(value)) ??
      values.find(isBareAddress) ??
      values.find((value) => value.includes('@'))
    );
  }
}

/** The column with a name of {@link EMAIL_NAMES}; -1 if there is none. */
function findColumn(header: readonly string[]): number {
  const names = header.map((name) => name.toLowerCase().replace(/[\s_-]/g, ''));
  return EMAIL_NAMES.map((name) => names.indexOf(name)).find((at) => at >= 0) ?? -1;
}
