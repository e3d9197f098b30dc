import Papa from 'papaparse';
import { encoreFields } from '../../shared/encore/fields.ts';
import { type EncoreInput, encoreFile } from '../../shared/encore/file.ts';
import { resolveValue } from '../../shared/site-generator/fields.ts';
import { streamSiteCsv } from '../../shared/site-generator/site-file.ts';
import type { Measure } from './harness/row.ts';

const EVENTS = 100;
const ACCOUNTS = 5_000;
const RUNS = 3;

const accounts = Array.from({ length: ACCOUNTS }, (_, index) => `account${index}@example.com`);
const file: EncoreInput = {
  targets: Array.from({ length: EVENTS }, (_, index) => ({
    id: `vvG1000${index}`,
    url: `https://www.ticketmaster.com/artist-city-01-01-2027/event/0A0000000${index}`,
    accounts,
    ticketLimit: null,
  })),
  fields: encoreFields('normal'),
  config: { global: { Section: 'Floor, "A"', MaxPrice: 250 }, events: {} },
  customFields: [],
  cartWebhooks: ['https://hooks.example/1', 'https://hooks.example/2'],
};

/** The same rows in the form that PapaParse takes. */
function listRows(): (string | number | boolean)[][] {
  const webhooks = file.cartWebhooks.join(';');
  return file.targets.flatMap((target) =>
    target.accounts.map((email) => [
      email,
      target.id,
      target.url,
      ...file.fields.map((field) => resolveValue(file.config, target.id, field)),
      webhooks,
    ]),
  );
}

function time(work: () => number): { length: number; ms: number } {
  const startedAt = performance.now();
  const length = work();
  return { length, ms: performance.now() - startedAt };
}

function writeStreamed(): number {
  let length = 0;
  for (const piece of streamSiteCsv(encoreFile(file))) length += piece.length;
  return length;
}

/** 500,000 rows of the Encore file against PapaParse's unparse of the same rows, in turns. */
export const measure: Measure = async () => {
  const fields = encoreFile(file).columns.map(({ header }) => header);
  const data = listRows();
  const ours: number[] = [];
  const theirs: number[] = [];
  for (let run = 0; run < RUNS; run++) {
    const own = time(writeStreamed);
    const papa = time(() => Papa.unparse({ fields, data }).length);
    // The streamed file ends in a line break.
    if (own.length !== papa.length + 2) throw new Error('The two files differ.');
    ours.push(own.ms);
    theirs.push(papa.ms);
  }
  return [
    {
      what: 'Encore CSV of 500,000 rows',
      measured: Math.min(...ours),
      unit: 'ms',
      against: 'PapaParse unparse',
      limit: Math.min(...theirs),
    },
  ];
};
