import * as z from 'zod/mini';
import { codeVerdict, MEMORY_LIMITS } from './schema.ts';

/** An answer about a code: the hash of its sender, the verdict, and the text of its trace. */
const learnedCode = z.tuple([
  z.string().check(z.maxLength(16)),
  codeVerdict,
  z.string().check(z.maxLength(MEMORY_LIMITS.trace)),
]);

/**
 * The data that a scanner needs from the code memory: the key of its hashes, and the answers,
 * newest first. The key is required even without answers, for the traces of new codes.
 */
export const learnedCodes = z.object({
  key: z.string(),
  codes: z.array(learnedCode).check(z.maxLength(MEMORY_LIMITS.inAll)),
});
export type LearnedCodes = z.infer<typeof learnedCodes>;
