import type { PriceTarget } from '../../../../shared/price-monitor/schema.ts';
import { EventPanel } from '../panel/event-panel.tsx';
import type { PricesSearch } from '../search-state.ts';
import { AddPanel } from './add-panel.tsx';
import type { EventActions } from './event-menu.tsx';
import { RemoveDialog } from './remove-dialog.tsx';
import { TagsDialog } from './tags-dialog.tsx';

export interface PanelsProps {
  view: PricesSearch;
  onView: (part: Partial<PricesSearch>) => void;
  /** The loaded events. */
  targets: readonly PriceTarget[];
  actions: EventActions;
  /** The events whose tags are edited. */
  tagged: readonly PriceTarget[] | null;
  onTagged: () => void;
  /** The events whose removal waits for confirmation. */
  removed: readonly PriceTarget[] | null;
  onRemoved: () => void;
}

/** The panels and dialogs, which few visits need: their code loads with the first one. */
export function Panels({ view, onView, targets, actions, ...props }: PanelsProps) {
  const { event, panel } = view;
  const { tagged, removed } = props;
  return (
    <>
      {event === undefined ? null : (
        <EventPanel
          key={event}
          url={event}
          listed={targets.find(({ url }) => url === event)}
          view={view}
          onView={onView}
          actions={actions}
        />
      )}
      {panel === 'add' ? <AddPanel onClose={() => onView({ panel: undefined })} /> : null}
      {tagged === null ? null : <TagsDialog targets={tagged} onClose={props.onTagged} />}
      {removed === null ? null : (
        <RemoveDialog
          targets={removed}
          onRemoved={() => {
            if (removed.some(({ url }) => url === event)) onView({ event: undefined });
          }}
          onClose={props.onRemoved}
        />
      )}
    </>
  );
}
