import type { CodeColumn } from '../code-view.ts';

/** Width of the list, not of the page: the form and the details take their share of it. */
export const LIST_FRAME = '@container/codes';

/** The columns of a row and of the head; folded into lines where the list is narrow. */
export const LIST_GRID =
  'grid items-center gap-x-3 px-5 max-md:px-3.5 ' +
  'grid-cols-[16px_minmax(104px,158px)_minmax(0,1fr)_minmax(120px,164px)_92px_104px] ' +
  '@max-[760px]/codes:grid-cols-[16px_minmax(104px,150px)_minmax(0,1fr)_92px_104px] ' +
  '@max-[600px]/codes:grid-cols-[16px_minmax(0,1fr)_auto]';

export type ColumnKey = 'select' | 'code' | 'found' | 'account' | 'confidence' | 'actions';

interface Column {
  key: ColumnKey;
  label: string;
  /** What aria-sort speaks of. */
  sort?: CodeColumn;
  className?: string;
}

/** Folded rows need no heads but the one that selects and those that sort. */
const HIDDEN_FOLDED = '@max-[600px]/codes:hidden';

export const LIST_COLUMNS: readonly Column[] = [
  { key: 'select', label: 'Select all codes' },
  { key: 'code', label: 'Code', sort: 'code' },
  { key: 'found', label: 'Found in', className: HIDDEN_FOLDED },
  { key: 'account', label: 'Mailbox', sort: 'account', className: '@max-[760px]/codes:hidden' },
  { key: 'confidence', label: 'Confidence', sort: 'confidence', className: 'text-right' },
  { key: 'actions', label: 'Actions', className: HIDDEN_FOLDED },
];
