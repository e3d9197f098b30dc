import type { WatchedEvent } from '../../../../shared/price-monitor/schema.ts';
import { EventPanel } from '../panel/event-panel.tsx';
import { TagAlertsPanel } from '../panel/tag-alerts-panel.tsx';
import type { PricesSearch } from '../search-state.ts';
import { AddPanel } from './add-panel.tsx';
import { AlertsDialog } from './alerts-dialog.tsx';
import type { EventActions } from './event-menu.tsx';
import { PasteDialog } from './paste-dialog.tsx';
import { TagsDialog } from './tags-dialog.tsx';

/** The events that get an alert or whose tags are edited, or the event whose page source is pasted. */
export interface EventDialog {
  alerted?: readonly WatchedEvent[];
  tagged?: readonly WatchedEvent[];
  pasted?: WatchedEvent;
}

export interface PanelsProps {
  view: PricesSearch;
  onView: (part: Partial<PricesSearch>) => void;
  /** The loaded events. */
  events: readonly WatchedEvent[];
  actions: EventActions;
  dialog: EventDialog | null;
  onDialogClose: () => void;
}

/** The panels and dialogs, which few visits need: their code loads with the first one. */
export function Panels(props: PanelsProps) {
  const { view, onView, events, actions, dialog, onDialogClose } = props;
  const { event, panel } = view;
  return (
    <>
      {event === undefined ? null : (
        <EventPanel
          key={event}
          url={event}
          listed={events.find(({ url }) => url === event)}
          view={view}
          onView={onView}
          actions={actions}
        />
      )}
      {panel === 'add' ? <AddPanel onClose={() => onView({ panel: undefined })} /> : null}
      {panel === 'tag-alerts' && event === undefined ? (
        <TagAlertsPanel tag={view.tag} onClose={() => onView({ panel: undefined })} />
      ) : null}
      {dialog?.alerted ? <AlertsDialog events={dialog.alerted} onClose={onDialogClose} /> : null}
      {dialog?.tagged ? <TagsDialog events={dialog.tagged} onClose={onDialogClose} /> : null}
      {dialog?.pasted ? <PasteDialog event={dialog.pasted} onClose={onDialogClose} /> : null}
    </>
  );
}
