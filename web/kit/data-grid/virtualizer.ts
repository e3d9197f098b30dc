import { loadOnce } from '../../ui/late.tsx';

// 10 kB that are needed with the first rows: they load while the data load.
const virtual = loadOnce(() => import('@tanstack/react-virtual'));
void virtual.load();

/** TanStack Virtual, for what renders only once it is loaded. */
export const { useIsLoaded: useIsVirtualLoaded, get: virtualLibrary } = virtual;
