import { searchSchema, text, textUpTo } from '../../lib/search-params.ts';

/** Reads the query of the error page. Anybody can write such an address: long texts are cut. */
export const readErrorSearch = searchSchema({
  code: textUpTo(20),
  title: textUpTo(100),
  desc: textUpTo(300),
  btn: textUpTo(40),
  to: text,
});
export type ErrorPageSearch = ReturnType<typeof readErrorSearch>;
