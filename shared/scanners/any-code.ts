import type { ScanQuery } from './protocol.ts';

/** A search that accepts every code and matches nearly every mail. */
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
