import * as z from 'zod/mini';
import { cleanKey } from './clean-text.ts';

/** The rule of one tag. */
export const tagName = (longest: number) =>
  z
    .string()
    .check(z.overwrite(cleanKey), z.maxLength(longest, `A tag has at most ${longest} characters.`));

/** The tags of a comma-separated text. */
export const splitTags = (text: string): string[] => text.split(',').map(cleanKey).filter(Boolean);

interface TagLimits {
  /** The owner of the tags: "A mailbox". */
  subject: string;
  most: number;
  longest: number;
}

/** A list of tags, or the comma-separated text of a form: each tag once, in alphabetical order. */
export const tagList = ({ subject, most, longest }: TagLimits) =>
  z.pipe(
    z.transform((value) => (typeof value === 'string' ? splitTags(value) : value)),
    z.pipe(
      z.array(tagName(longest)),
      z.pipe(
        z.transform((tags: string[]) => [...new Set(tags.filter((tag) => tag !== ''))].sort()),
        z.array(z.string()).check(z.maxLength(most, `${subject} has at most ${most} tags.`)),
      ),
    ),
  );

/** The tags of all items, each once. */
export const tagsOf = (items: readonly { tags: readonly string[] }[]): string[] =>
  [...new Set(items.flatMap(({ tags }) => tags))].sort();
