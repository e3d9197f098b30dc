import Papa from 'papaparse';
import { ADONIS_SITES } from '../../shared/profile-sites/adonis/sites.ts';
import type { FullProfile } from '../../shared/profiles/schema.ts';
import { type ProfileFileInput, profileFile } from '../../shared/site-generator/profile-site.ts';
import { streamSiteCsv } from '../../shared/site-generator/site-file.ts';
import type { Measure } from './harness/row.ts';

const EVENTS = 10;
const PROFILES = 10_000;
const RUNS = 3;
/** The most time that the product may take, as a share of PapaParse's. */
const SHARE = 0.3;

const profiles = Array.from(
  { length: PROFILES },
  (_, id): FullProfile => ({
    id,
    profile_name: `Profile ${id}`,
    name: 'Théo Marchand',
    split: null,
    email: `buyer${id}@example.com`,
    password: 'shop, "password"',
    address: `${id + 1} bis rue de la Paix, Bât. C`,
    city: 'Lyon',
    state: 'Rhône',
    postal: '69002',
    country: 'FR',
    phone: '+33465712308',
    card_number: '4111111111111111',
    card_exp_month: '03',
    card_exp_year: '2030',
    cvv: '123',
    created_at: '2026-11-01T00:00:00.000Z',
  }),
);

const input: ProfileFileInput = {
  events: Array.from({ length: EVENTS }, (_, index) => ({
    id: String(index),
    url: `https://tickets.example/event/${index}`,
    countryCode: '',
    accounts: PROFILES,
  })),
  profiles,
  config: { global: {}, events: {} },
  settings: { webhook: 'https://hooks.example/1' },
  customFields: [],
  proxies: ['192.0.2.1:8080', '192.0.2.2:8080'],
  date: '2026-11-20',
};

function time(work: () => number): { length: number; ms: number } {
  const startedAt = performance.now();
  const length = work();
  return { length, ms: performance.now() - startedAt };
}

/** 100,000 rows of a site with 37 columns against PapaParse's unparse of the same rows, in turns. */
export const measure: Measure = async () => {
  const [site] = ADONIS_SITES;
  if (site === undefined) throw new Error('There are no sites.');
  const write = () => {
    let length = 0;
    for (const piece of streamSiteCsv(profileFile(site, input))) length += piece.length;
    return length;
  };
  const text = [...streamSiteCsv(profileFile(site, input))].join('');
  const [fields = [], ...data] = Papa.parse<string[]>(text.trimEnd()).data;
  const ours: number[] = [];
  const theirs: number[] = [];
  for (let run = 0; run < RUNS; run++) {
    const own = time(write);
    const papa = time(() => Papa.unparse({ fields, data }).length);
    // The streamed file ends in a line break.
    if (own.length !== papa.length + 2) throw new Error('The two files differ.');
    ours.push(own.ms);
    theirs.push(papa.ms);
  }
  return [
    {
      what: 'Adonis CSV of 100,000 rows and 37 columns',
      measured: Math.min(...ours),
      unit: 'ms',
      against: `${SHARE} x PapaParse unparse`,
      limit: Math.min(...theirs) * SHARE,
    },
  ];
};
