import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { TicketingEvent } from '../../../shared/ticketing/schema.ts';
import { selectEvents } from '../../lib/event-selection.ts';
import { rememberEvents } from '../../lib/queries/events.ts';

/** Opens the Encore Tool with any number of events. It need not read them again. */
export function useCreateEncore(): (events: readonly TicketingEvent[]) => void {
  const navigate = useNavigate();
  const client = useQueryClient();
  return (events) => {
    rememberEvents(client, events);
    void navigate({ to: '/encore-tool', search: selectEvents(events.map(({ id }) => id)) });
  };
}
