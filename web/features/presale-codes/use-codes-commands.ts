import { type Command, useCommands } from '../../lib/commands.ts';
import { countOf } from '../../lib/format.ts';
import type { CodeGroup, CodeView } from './code-view.ts';

interface CodesActions {
  /** Codes of high confidence, and those that are selected, as the list shows them. */
  high: readonly CodeGroup[];
  chosen: readonly CodeGroup[];
  view: CodeView;
  onView: (view: CodeView) => void;
  onCopyAll: (groups: readonly CodeGroup[]) => void;
  onDownload: () => void;
}

/** What can be done with a search and its codes, in the command palette. */
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
      label: view.grouped ? 'List every mail by itself' : 'Group by code',
      keywords: ['view'],
      run: () => onView({ ...view, grouped: !view.grouped }),
    },
  ];
  useCommands([
    ...ofCodes,
    ...(high.length > 0
      ? [{ id: 'presale.copy-high', label: 'Copy high', run: () => onCopyAll(high) }]
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
