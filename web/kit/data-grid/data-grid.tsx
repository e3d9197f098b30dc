import { latePart } from '../../ui/late-part.tsx';
import type { DataGrid as Grid } from './grid.tsx';

export type { DataGridProps } from './grid.tsx';

const LateGrid = latePart(
  () => import('./grid.tsx'),
  'DataGrid',
  () => <div className="min-h-0 flex-1" />,
);
// 17 kB that are needed with the first rows: they load while the data loads.
void LateGrid.load();

/**
 * {@link Grid}, loaded in a separate chunk: otherwise, a page would load a fifth more before it
 * shows anything.
 */
export const DataGrid = LateGrid as typeof Grid;
