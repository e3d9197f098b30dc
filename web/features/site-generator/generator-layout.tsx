import { clsx } from 'clsx';
import { type ReactNode, useState } from 'react';
import { Segmented } from '../../ui/segmented.tsx';

type Pane = 'objects' | 'config' | 'preview';

interface GeneratorLayoutProps {
  /** Names the left pane where only one fits: 'Events (3)'. */
  objectsLabel: string;
  /** Scrolls on its own. */
  objects: ReactNode;
  preview: ReactNode;
  config: ReactNode;
  /** Stays in view below everything else. */
  generate: ReactNode;
}

/**
 * The frame of a generator: objects and the CSV preview on the left, configuration and the Generate block on the right.
 * Below 1100 px one of the three panes shows at a time, and the Generate block stays below it.
 */
export function GeneratorLayout(props: GeneratorLayoutProps) {
  const [pane, setPane] = useState<Pane>('objects');
  const hiddenUnless = (...panes: Pane[]) => !panes.includes(pane) && 'max-[1099px]:hidden';
  return (
    <div className="flex min-h-0 flex-1 max-[1099px]:flex-col">
      <div className="flex-none border-b border-border bg-surface px-5 py-2 min-[1100px]:hidden max-md:px-3.5">
        <Segmented
          block
          label="Part of the page"
          value={pane}
          onChange={setPane}
          choices={[
            { value: 'objects', label: props.objectsLabel },
            { value: 'config', label: 'Configuration' },
            { value: 'preview', label: 'CSV preview' },
          ]}
        />
      </div>
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
            'max-[1099px]:min-h-0 max-[1099px]:flex-1 max-[1099px]:overflow-auto max-[1099px]:bg-surface',
            hiddenUnless('preview'),
          )}
        >
          {props.preview}
        </div>
      </div>
      <aside
        aria-label="Configuration"
        className={clsx(
          'flex min-h-0 w-[360px] flex-none flex-col border-l border-border bg-surface',
          'max-[1099px]:w-auto max-[1099px]:border-l-0',
          pane === 'config' && 'max-[1099px]:flex-1',
        )}
      >
        <div className={clsx('min-h-0 flex-1 overflow-auto', hiddenUnless('config'))}>
          {props.config}
        </div>
        {props.generate}
      </aside>
    </div>
  );
}
