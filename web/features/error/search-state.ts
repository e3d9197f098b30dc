import * as z from 'zod/mini';
import { text, textUpTo } from '../../lib/search-params.ts';

/** The query of the error page. Anybody can create such an address, so long texts are cut. */
export const errorSearch = z.object({
  code: textUpTo(20),
  title: textUpTo(100),
  desc: textUpTo(300),
  btn: textUpTo(40),
  to: text,
});
export type ErrorPageSearch = z.infer<typeof errorSearch>;
