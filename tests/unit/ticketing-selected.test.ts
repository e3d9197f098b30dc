import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  MOST_SELECTED,
  refreshSelection,
  restoreSelected,
  type SelectedEvent,
  selectOfArtist,
} from '../../shared/ticketing/selection.ts';
import { ticketingEvent } from './ticketing-view-event.ts';

const listOf = (artistId: string, count: number) => ({
  artistId,
  events: Array.from({ length: count }, (_, index) =>
    ticketingEvent({ id: `${artistId}${index}`, artist: artistId }),
  ),
});
const idsOf = (events: readonly { id: string }[]) => events.map(({ id }) => id);
const allOf = (list: ReturnType<typeof listOf>) => new Set(idsOf(list.events));
const LANTERNS = listOf('lanterns', 4);
const HARBOUR = listOf('harbour', 3);

test('a selection stores what lists and links need, and the artist it was selected from', () => {
  const { selection } = selectOfArtist([], LANTERNS, new Set(['lanterns1']));
  expect(selection).toEqual([
    {
      id: 'lanterns1',
      artist: 'lanterns',
      artistId: 'lanterns',
      ...pick(LANTERNS.events[1]),
    },
  ]);
  expect(selection[0]).not.toHaveProperty('manifest');
});

function pick(event = ticketingEvent({})) {
  const { date, timezone, venue, location, nation, status, sale_note, image } = event;
  const { presale_windows, generalSaleStart, eventLink } = event;
  return {
    date,
    timezone,
    venue,
    location,
    nation,
    status,
    sale_note,
    image,
    presale_windows,
    generalSaleStart,
    eventLink,
  };
}

test('events of other artists stay in the selection, in the order in which they were selected', () => {
  const first = selectOfArtist([], LANTERNS, new Set(['lanterns2', 'lanterns0'])).selection;
  const second = selectOfArtist(first, HARBOUR, allOf(HARBOUR)).selection;
  const third = selectOfArtist(second, LANTERNS, new Set(['lanterns2', 'lanterns3'])).selection;
  expect(idsOf(third)).toEqual(['lanterns2', 'harbour0', 'harbour1', 'harbour2', 'lanterns3']);
});

test('at most 2,000 events are kept, and the rest is counted', () => {
  expect(MOST_SELECTED).toBe(2_000);
  const before = selectOfArtist([], HARBOUR, allOf(HARBOUR)).selection;
  const long = listOf('haul', 2_500);
  const { selection, refused } = selectOfArtist(before, long, allOf(long));
  expect(selection).toHaveLength(2_000);
  expect(refused).toBe(503);
  expect(idsOf(selection).slice(0, 3)).toEqual(['harbour0', 'harbour1', 'harbour2']);
});

test('the selection of an artist is replaced, and that of others does not change', () => {
  const chosen = fc.uniqueArray(fc.integer({ min: 0, max: 3 }), { maxLength: 4 });
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.boolean(), chosen), { maxLength: 12 }), (steps) => {
      let selection: SelectedEvent[] = [];
      const expected = new Map<string, Set<string>>();
      for (const [isHarbour, places] of steps) {
        const list = isHarbour ? HARBOUR : LANTERNS;
        const ids = new Set(places.flatMap((place) => list.events[place]?.id ?? []));
        ({ selection } = selectOfArtist(selection, list, ids));
        expected.set(list.artistId, ids);
        for (const [artist, wanted] of expected)
          expect(new Set(idsOf(selection.filter(({ artistId }) => artistId === artist)))).toEqual(
            wanted,
          );
      }
      expect(new Set(idsOf(selection)).size).toBe(selection.length);
    }),
  );
});

test('a list that is read again updates the facts; without any, the selection does not change', () => {
  const { selection } = selectOfArtist([], LANTERNS, allOf(LANTERNS));
  expect(refreshSelection(selection, LANTERNS)).toBe(selection);
  const moved = LANTERNS.events.map((event) => ({ ...event, sale_note: 'Cancelled' }));
  const fresh = refreshSelection(selection, { ...LANTERNS, events: moved });
  expect(fresh.map(({ sale_note }) => sale_note)).toEqual(Array(4).fill('Cancelled'));
});

test('Undo restores removed events without duplicates, after those selected since then', () => {
  const removed = selectOfArtist([], LANTERNS, allOf(LANTERNS)).selection;
  const now = selectOfArtist([], LANTERNS, new Set(['lanterns3'])).selection;
  expect(idsOf(restoreSelected(now, removed))).toEqual([
    'lanterns3',
    'lanterns0',
    'lanterns1',
    'lanterns2',
  ]);
});
