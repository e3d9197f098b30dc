import { type Command, useCommands } from '../../../lib/commands.ts';
import { countOf } from '../../../lib/format.ts';
import type { CodeGroup, CodeView } from './code-view.ts';

interface CodesActions {
  /** The shown codes of high confidence, and the shown selected ones. */
  high: readonly CodeGroup[];
  chosen: readonly CodeGroup[];
  view: CodeView;
  onView: (view: CodeView) => void;
  onCopyAll: (groups: readonly CodeGroup[]) => void;
  onDownload: () => void;
}

/** Commands for the found codes in the command palette. */
export function useCodesCommands(actions: CodesActions): void {
  const { high, chosen, view, onView, onCopyAll } = actions;
  const ofCodes: Command[] = [
    {
      id: 'presale.download',
      label: 'Download CSV',
      keywords: ['export', 'codes'],
      run: actions.onDownload,
    },
    {
      id: 'presale.group',
      label: view.grouped ? 'List each mail separately' : 'Group by code',
      keywords: ['view'],
      run: () => onView({ ...view, grouped: !view.grouped }),
    },
  ];
  useCommands([
    ...ofCodes,
    ...(high.length > 0
      ? [
          {
            id: 'presale.copy-high',
            label: 'Copy high-confidence codes',
            run: () => onCopyAll(high),
          },
        ]
      : []),
    ...(chosen.length > 0
      ? [
          {
            id: 'presale.copy-selected',
            label: `Copy ${countOf(chosen.length, 'selected code')}`,
            run: () => onCopyAll(chosen),
          },
        ]
      : []),
  ]);
}
