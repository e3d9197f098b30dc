import { type ComponentType, createContext } from 'react';

/**
 * The offer that fills an empty desk, such as sample data. It is shown below the empty states of
 * `web/kit/first-use.tsx`, and `isInline` in a banner. The route of the shell provides it; it is not part of the first
 * load.
 */
export const FirstUseOffer = createContext<ComponentType<{ isInline?: boolean }> | null>(null);
