import * as z from 'zod/mini';
import { answerOf } from '../answers.ts';
import { cleanText } from '../clean-text.ts';

const part = z.optional(
  z.nullable(
    z.string().check(z.overwrite(cleanText), z.trim(), z.maxLength(300, 'At most 300 characters')),
  ),
);

/**
 * PUT /profiles/{id}/split: parts of a name and an address that an operator corrected. An omitted
 * part does not change; null removes its correction.
 */
export const splitRequest = z
  .object({
    first_name: part,
    last_name: part,
    house_number: part,
    street: part,
    address2: part,
  })
  .check(
    z.refine((parts) => Object.values(parts).some((value) => value !== undefined), {
      error: 'Send at least one part.',
    }),
  );
export type SplitRequest = z.output<typeof splitRequest>;

/** The corrected parts of a profile. Omitted parts are split from its name and address. */
export const profileSplit = z.object({
  first_name: z.optional(z.string()),
  last_name: z.optional(z.string()),
  house_number: z.optional(z.string()),
  street: z.optional(z.string()),
  address2: z.optional(z.string()),
});
export type ProfileSplit = z.output<typeof profileSplit>;

export const splitAnswer = answerOf({ data: z.nullable(profileSplit) });
