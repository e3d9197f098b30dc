/** The breakpoints of tokens.css that scripts need. A unit test compares the two. */
export const BREAKPOINTS = { md: '48rem', lg: '56.25rem', xl: '68.75rem' };

/**
 * Whether the window is narrower than a breakpoint, as the class prefixes `max-md:`, `max-lg:` and `max-xl:` have it.
 */
export const isBelow = (breakpoint: keyof typeof BREAKPOINTS): boolean =>
  matchMedia(`(width < ${BREAKPOINTS[breakpoint]})`).matches;
