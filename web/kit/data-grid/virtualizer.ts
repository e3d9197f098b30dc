import { loadAhead, loadOnce } from '../../ui/load-overlays.tsx';

// 10 kB that are needed with the first rows: they load while the data are on their way.
const virtual = loadOnce(() => import('@tanstack/react-virtual'));
loadAhead(virtual.load);

/** TanStack Virtual. Suspends until it is loaded. */
export const useVirtual = virtual.useLoaded;
