import type { ScanQuery } from '../../shared/scanner.ts';

/** A search that accepts every code in nearly every mail. */
export const ANY_CODE: ScanQuery = {
  keywords: ['e'],
  mustInclude: [],
  caseSensitive: false,
  since: 0,
  minLength: 3,
  maxLength: 40,
  numbers: 'may',
  capitals: 'may',
  specials: 'may',
  allowedSpecials: '',
  excluded: [],
};
