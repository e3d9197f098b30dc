import { useCallback, useSyncExternalStore } from 'react';

/** The breakpoints of tokens.css that scripts need. A unit test compares the two. */
export const BREAKPOINTS = { md: '48rem', lg: '56.25rem', xl: '68.75rem' };
type Breakpoint = keyof typeof BREAKPOINTS;

const below = (breakpoint: Breakpoint): MediaQueryList =>
  matchMedia(`(width < ${BREAKPOINTS[breakpoint]})`);

/**
 * Whether the window is narrower than a breakpoint, like the class prefixes `max-md:`, `max-lg:`
 * and `max-xl:`.
 */
export const isBelow = (breakpoint: Breakpoint): boolean => below(breakpoint).matches;

/** The same as React state, which follows the width of the window. */
export const useIsBelow = (breakpoint: Breakpoint): boolean =>
  useSyncExternalStore(
    useCallback(
      (onChange) => {
        const query = below(breakpoint);
        query.addEventListener('change', onChange);
        return () => query.removeEventListener('change', onChange);
      },
      [breakpoint],
    ),
    () => isBelow(breakpoint),
  );
