import * as z from 'zod/mini';

const ID = /^[\w-]{1,64}$/;

/** The id of an event of the provider. The ids of its pages and of watched events have the same form. */
export const eventId = z
  .string()
  .check(z.regex(ID, 'An event id has letters, digits, - and _ only.'));

/** The id of an artist of the provider. */
export const artistId = z
  .string('Name the artist by id.')
  .check(z.regex(ID, 'An artist id has letters, digits, - and _ only.'));

/** Whether a text may be the id of an event. */
export const isEventId = (text: string): boolean => ID.test(text);
