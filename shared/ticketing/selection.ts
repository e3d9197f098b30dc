import * as z from 'zod/mini';
import { comparedFacts, type TicketingEvent, ticketingEvent } from './schema.ts';

/** The maximum number of events in an operator's selection. */
export const MOST_SELECTED = 2_000;

/** A selected event, with the artist whose list it was selected from. */
export const selectedEvent = z.extend(comparedFacts, {
  image: ticketingEvent.shape.image,
  artistId: z.string(),
});
export type SelectedEvent = z.infer<typeof selectedEvent>;

/** An artist's list, as stored by the screen. */
export interface ArtistList {
  artistId: string;
  events: readonly TicketingEvent[];
}

const selectedFrom = (artistId: string, event: TicketingEvent): SelectedEvent =>
  selectedEvent.parse({ ...event, artistId });

/**
 * The selection after exactly `ids` of one artist's events were chosen. Events of other artists stay.
 * At most {@link MOST_SELECTED} events are kept; `refused` counts the others.
 */
export function selectOfArtist(
  selection: readonly SelectedEvent[],
  { artistId, events }: ArtistList,
  ids: ReadonlySet<string>,
): { selection: SelectedEvent[]; refused: number } {
  const listed = new Set(events.map(({ id }) => id));
  const remaining = selection.filter(({ id }) => !listed.has(id) || ids.has(id));
  const remainingIds = new Set(remaining.map(({ id }) => id));
  const added = events.filter(({ id }) => ids.has(id) && !remainingIds.has(id));
  const room = Math.max(0, MOST_SELECTED - remaining.length);
  return {
    selection: [
      ...remaining,
      ...added.slice(0, room).map((event) => selectedFrom(artistId, event)),
    ],
    refused: Math.max(0, added.length - room),
  };
}

/** The selection with the updated facts of a list; the same array if nothing has changed. */
export function refreshSelection(
  selection: readonly SelectedEvent[],
  { artistId, events }: ArtistList,
): readonly SelectedEvent[] {
  const read = new Map(events.map((event) => [event.id, event]));
  const fresh = selection.map((old) => {
    const event = read.get(old.id);
    return event === undefined ? old : selectedFrom(artistId, event);
  });
  return JSON.stringify(fresh) === JSON.stringify(selection) ? selection : fresh;
}

/** Adds removed events again, after those selected since then. */
export function restoreSelected(
  selection: readonly SelectedEvent[],
  removed: readonly SelectedEvent[],
): SelectedEvent[] {
  const selectedIds = new Set(selection.map(({ id }) => id));
  const missing = removed.filter(({ id }) => !selectedIds.has(id));
  return [...selection, ...missing].slice(0, MOST_SELECTED);
}
