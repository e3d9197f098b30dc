import type { PriceTarget } from '../../../shared/price-monitor/schema.ts';
import { AddPanel } from './add-panel.tsx';
import type { EventActions } from './event-menu.tsx';
import { EventPanel } from './event-panel.tsx';
import type { PricesSearch } from './queries.ts';
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
  /** The events that the operator is asked to remove. */
  removed: readonly PriceTarget[] | null;
  onRemoved: () => void;
}

/** Everything beside and over the list that few visits need: the code loads with the first panel. */
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
