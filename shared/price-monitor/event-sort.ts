import * as z from 'zod/mini';

const EVENT_SORTS = ['added', 'title', 'low', 'available', 'move', 'checked'] as const;
export type EventSortField = (typeof EVENT_SORTS)[number];
/** A leading minus reverses the order. `move` is the change of the lowest price in an hour, up or down. */
export type EventSort = EventSortField | `-${EventSortField}`;
export const eventSort = z.enum(EVENT_SORTS.flatMap((field): EventSort[] => [field, `-${field}`]));
