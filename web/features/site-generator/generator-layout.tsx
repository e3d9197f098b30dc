import { clsx } from 'clsx';
import { type ReactNode, useDeferredValue, useState } from 'react';
import { PaneSwitch } from '../../ui/pane-switch.tsx';
import { Fields, useScrollArea } from '../../ui/read-only.tsx';

type Pane = 'objects' | 'config' | 'preview';

interface GeneratorLayoutProps {
  /** The name of the left pane when only one fits: 'Events (3)'. */
  objectsLabel: string;
  /** Content that scrolls on its own. */
  objects: ReactNode;
  preview: ReactNode;
  config: ReactNode;
  /** Content that stays visible below everything else. */
  generate: ReactNode;
}

/**
 * The frame of a generator: objects and the CSV preview on the left, configuration and the Generate block on the right.
 * Below 1100 px one of the three panes shows at a time, and the Generate block stays below it.
 */
export function GeneratorLayout(props: GeneratorLayoutProps) {
  const [pane, setPane] = useState<Pane>('objects');
  const scrollArea = useScrollArea('Settings');
  // The many fields are rendered after the first frame, in steps: all at once would block a click
  // for 50 ms.
  const isConfigDrawn = useDeferredValue(true, false);
  const hiddenUnless = (...panes: Pane[]) => !panes.includes(pane) && 'max-xl:hidden';
  return (
    <div className="flex min-h-0 flex-1 max-xl:flex-col">
      <PaneSwitch
        className="xl:hidden"
        value={pane}
        onChange={setPane}
        choices={[
          { value: 'objects', label: props.objectsLabel },
          { value: 'config', label: 'Configuration' },
          { value: 'preview', label: 'CSV preview' },
        ]}
      />
      <div
        className={clsx(
          'flex min-h-0 min-w-0 flex-1 flex-col bg-bg',
          hiddenUnless('objects', 'preview'),
        )}
      >
        <div className={clsx('flex min-h-0 flex-1 flex-col', hiddenUnless('objects'))}>
          {props.objects}
        </div>
        <div
          className={clsx(
            'max-xl:min-h-0 max-xl:flex-1 max-xl:overflow-auto max-xl:bg-surface',
            hiddenUnless('preview'),
          )}
        >
          {props.preview}
        </div>
      </div>
      <aside
        aria-label="Configuration"
        className={clsx(
          'flex min-h-0 w-90 flex-none flex-col border-l border-border bg-surface',
          'max-xl:w-auto max-xl:border-l-0',
          pane === 'config' && 'max-xl:flex-1',
        )}
      >
        <div
          {...scrollArea}
          className={clsx('min-h-0 flex-1 overflow-auto', hiddenUnless('config'))}
        >
          <Fields>{isConfigDrawn ? props.config : null}</Fields>
        </div>
        <Fields>{props.generate}</Fields>
      </aside>
    </div>
  );
}
