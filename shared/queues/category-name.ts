import * as z from 'zod/mini';
import { cleanKey } from '../clean-text.ts';

/** The name of an account category. */
export const categoryName = z
  .string()
  .check(
    z.overwrite(cleanKey),
    z.minLength(1, 'The category needs a name.'),
    z.maxLength(120, 'A category name has at most 120 characters.'),
  );
