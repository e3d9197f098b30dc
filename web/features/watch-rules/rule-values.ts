import type { CatalogueCountry } from '../../../shared/catalogues/schema.ts';
import type { WatchRule } from '../../../shared/watch-rules/schema.ts';

/** A rule as its form has it: lists as texts with one entry in each line. */
export interface RuleValues {
  name: string;
  artists: string;
  countries: CatalogueCountry[];
  cities: string;
  venues: string;
  segments: string;
  hours: string;
  isActive: boolean;
}

export const EMPTY_RULE: RuleValues = {
  ...{ name: '', artists: '', countries: [], cities: '', venues: '', segments: '' },
  ...{ hours: '', isActive: true },
};

/** The lines of a text that are not empty, each once. */
export const linesOf = (text: string): string[] => [
  ...new Set(
    text
      .split(/\r?\n/)
      .map((line) => line.trim())
      .filter((line) => line !== ''),
  ),
];

/** The text with a line replaced by others; by none, the line goes. */
export const replaceLine = (text: string, line: string, by: readonly string[]): string =>
  linesOf(text)
    .flatMap((one) => (one === line ? by : [one]))
    .join('\n');

/** The names of an uploaded list: one in each line, which a spreadsheet may have put in quotes. */
export const namesOfFile = (text: string): string[] =>
  linesOf(text.replace(/^\ufeff/, '')).map((line) =>
    line.replace(/^"(.*)"$/, '$1').replaceAll('""', '"'),
  );

/** Short lists stand in one line, separated by semicolons. */
const shortList = (text: string): string[] => linesOf(text.replaceAll(';', '\n'));

export const valuesOf = (rule: WatchRule): RuleValues => ({
  name: rule.name,
  artists: rule.artists.join('\n'),
  // The server sends only countries that it accepted.
  countries: rule.countries as CatalogueCountry[],
  cities: rule.cities.join('; '),
  venues: rule.venues.join('; '),
  segments: rule.segments.join('; '),
  hours: rule.opens_within_hours === null ? '' : String(rule.opens_within_hours),
  isActive: rule.is_active,
});

/** The input of the schema. */
export const inputOf = (values: RuleValues) => ({
  name: values.name,
  artists: linesOf(values.artists),
  countries: values.countries,
  cities: shortList(values.cities),
  venues: shortList(values.venues),
  segments: shortList(values.segments),
  opens_within_hours: values.hours.trim() === '' ? null : Number(values.hours),
  is_active: values.isActive,
});
