import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { MOST_EVENT_IDS } from '../../../shared/ticketing/constants.ts';
import type { TicketingEvent } from '../../../shared/ticketing/schema.ts';
import { failureText } from '../../kit/failure.ts';
import { addToCalendar, downloadCalendar } from '../../lib/calendar.ts';
import { selectEvents } from '../../lib/event-selection.ts';
import { countOf } from '../../lib/format.ts';
import { rememberEvents } from '../../lib/queries/events.ts';
import { toast } from '../../ui/toast.tsx';

/** A generator, or the operator's calendar. */
type Target = '/encore-tool' | '/adonis-tool' | '/tsuki-tool' | 'calendar';

const CALENDAR_FAILED = {
  refused: 'The events could not be added to the calendar',
  thrown: 'The events could not be added to the calendar. Please try again.',
};

/** Opens a generator with any number of events, which it need not read again, or adds them to the calendar. */
export function useSendEvents(): (to: Target, events: readonly TicketingEvent[]) => void {
  const navigate = useNavigate();
  const client = useQueryClient();
  const addEvents = async (ids: readonly string[]) => {
    try {
      const count = await addToCalendar(client, ids);
      const action = { label: 'Download .ics', run: () => void downloadCalendar(ids) };
      toast({
        title: `${countOf(count, 'event')} added to the calendar`,
        ...(ids.length <= MOST_EVENT_IDS && { action }),
      });
    } catch (error) {
      toast({ title: failureText(error, CALENDAR_FAILED), tone: 'danger' });
    }
  };
  return (to, events) => {
    const ids = events.map(({ id }) => id);
    if (to === 'calendar') return void addEvents(ids);
    rememberEvents(client, events);
    void navigate({ to, search: selectEvents(ids) });
  };
}
