import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Answers that were written for the tests, with the providers' fields and types and invented
 * values.
 */
const WRITTEN = join(import.meta.dirname, '../provider-answers');
/** Recorded answers of the providers, which some machines have beside the repository. */
const RECORDED = join(import.meta.dirname, '../../../shared/data/providers');

const readJson = (folder: string, name: string): unknown =>
  JSON.parse(readFileSync(join(folder, `${name}.json`), 'utf8'));

/** A test answer, by its provider and name: `ticketmaster/event-search`. */
export const readAnswer = (name: string): unknown => readJson(WRITTEN, name);

/** Answers from one origin. Tests check both if the recorded ones exist, and none requires them. */
export interface AnswerSource {
  origin: 'written' | 'recorded';
  /** Names of searches of events, of a search of artists, and of blocks of dates. */
  searches: string[];
  artists: string;
  dates: string[];
  /** Names of answers of SeatGeek. */
  concerts: string;
  read(name: string): unknown;
}

const written: AnswerSource = {
  origin: 'written',
  searches: ['ticketmaster/event-search'],
  artists: 'ticketmaster/attraction-search',
  dates: ['ticketmaster/dates-postponed', 'ticketmaster/dates-rescheduled'],
  concerts: 'seatgeek/events',
  read: readAnswer,
};

const recorded: AnswerSource = {
  origin: 'recorded',
  searches: [
    'ticketmaster/event-search-CZ-2025-50events',
    'ticketmaster/event-search-US-2020-20events',
  ],
  artists: 'ticketmaster/attraction-search-2016',
  dates: ['postponed-no-new-date-2026', 'rescheduled-2026'].map(
    (name) => `ticketmaster/extracted/dates-block-${name}`,
  ),
  concerts: 'seatgeek/events-2020-10events',
  read: (name) => readJson(RECORDED, name),
};

export const ANSWER_SOURCES: readonly AnswerSource[] = existsSync(RECORDED)
  ? [written, recorded]
  : [written];

/** The value at a path of keys; undefined if there is none. */
export function valueAt(value: unknown, ...path: (string | number)[]): unknown {
  return path.reduce<unknown>(
    (found, key) =>
      typeof found === 'object' && found !== null
        ? Object.getOwnPropertyDescriptor(found, key)?.value
        : undefined,
    value,
  );
}

/**
 * The list at a path of keys.
 * @throws if there is none.
 */
export function listAt(value: unknown, ...path: (string | number)[]): unknown[] {
  const list = valueAt(value, ...path);
  if (!Array.isArray(list)) throw new Error(`no list at ${path.join('.')}`);
  return list;
}
