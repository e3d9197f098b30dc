import { expect, test } from 'vitest';
import { writeSpreadsheetCsv } from '../../shared/csv/spreadsheet-writer.ts';
import { SIGNUP_EVENT_COLUMNS } from '../../shared/signup/csv.ts';

test('the events CSV names accounts and categories of each event; without a choice it contains All', () => {
  const event = {
    value: 'E1',
    date: '2027-03-14 20:00',
    venue: 'Movistar Arena',
    city: 'Madrid',
    presale: '=Fan',
  };
  const rows = [
    { event, accounts: 7, categories: ['Gold', 'Silver'] },
    { event: { ...event, city: '', event_city: 'Getafe' }, accounts: 0, categories: [] },
  ];
  expect(writeSpreadsheetCsv(SIGNUP_EVENT_COLUMNS, rows)).toBe(
    [
      '\uFEFFEvent ID,Date,Venue,City,Presale,Accounts,Categories',
      'E1,2027-03-14 20:00,Movistar Arena,Madrid,\'=Fan,7,"Gold, Silver"',
      "E1,2027-03-14 20:00,Movistar Arena,Getafe,'=Fan,0,All",
      '',
    ].join('\r\n'),
  );
});
