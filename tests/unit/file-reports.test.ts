import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { fileReport } from '../../web/kit/file-report.ts';

/** Modules whose caller reports the file, because only the caller has the number of its rows. */
const REPORTED_BY_CALLER = ['web/features/signup/dispatch/dispatch.ts'];

test('every screen that saves a file reports it in the same words', () => {
  const silent = globSync('web/{features,kit}/**/*.{ts,tsx}').filter((file) => {
    const source = readFileSync(file, 'utf8');
    const saves = /\bdownload(?:Csv|File)\(|\bdownload="/.test(source);
    return saves && !/\b(?:reportFile|fileReport)\(/.test(source);
  });
  expect(silent).toEqual(REPORTED_BY_CALLER);
});

test('the report names the kind, the file and its contents', () => {
  expect(fileReport('encore_40.csv', '40 rows')).toEqual({
    title: 'CSV downloaded',
    text: 'encore_40.csv, 40 rows',
  });
});
