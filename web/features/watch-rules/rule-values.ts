import type { CatalogueCountry } from '../../../shared/catalogues/schema.ts';
import { fullArtistKey } from '../../../shared/watch-rules/artist-names.ts';
import type { MatchedNames, WatchRule } from '../../../shared/watch-rules/schema.ts';

/** A rule in the form's types: lists as texts with one entry per line. */
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
  name: '',
  artists: '',
  countries: [],
  cities: '',
  venues: '',
  segments: '',
  hours: '',
  isActive: true,
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

/** The text with a line replaced by others; an empty list removes the line. */
export const replaceLine = (text: string, line: string, by: readonly string[]): string =>
  linesOf(text)
    .flatMap((one) => (one === line ? by : [one]))
    .join('\n');

/**
 * The text with a line replaced by the artist that was found for it, if a rule would not match the
 * line itself, or would no longer match it as soon as an artist exists that differs only in the
 * article.
 */
export function withArtists(text: string, matched: MatchedNames['matched']): string {
  const artists = new Map(
    matched
      .filter(({ name, artist }) => fullArtistKey(name) !== fullArtistKey(artist))
      .map(({ name, artist }) => [name, artist]),
  );
  if (artists.size === 0) return text;
  const lines = linesOf(text).map((line) => artists.get(line) ?? line);
  return [...new Set(lines)].join('\n');
}

/**
 * The results for names, with the artists that were chosen for a doubtful one; an empty choice
 * removes it.
 */
export function withChoice(names: MatchedNames, name: string, by: readonly string[]): MatchedNames {
  const isNew = (artist: string) => !names.matched.some((one) => one.artist === artist);
  const chosen = by.filter(isNew).map((artist) => ({ name: artist, artist }));
  return {
    ...names,
    matched: [...names.matched, ...chosen],
    doubtful: names.doubtful.filter((one) => one.name !== name),
  };
}

/** Short lists are on one line, separated by semicolons. */
const shortList = (text: string): string[] => linesOf(text.replaceAll(';', '\n'));

export const valuesOf = (rule: WatchRule): RuleValues => ({
  name: rule.name,
  artists: rule.artists.join('\n'),
  countries: rule.countries,
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
