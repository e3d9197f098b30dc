import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { TicketingEvent } from '../../../shared/ticketing/schema.ts';
import { selectEvents } from '../../lib/event-selection.ts';
import { rememberEvents } from '../../lib/queries/events.ts';

type Generator = '/encore-tool' | '/adonis-tool' | '/tsuki-tool';

/** Opens a generator with any number of events. It need not read them again. */
export function useSendEvents(): (to: Generator, events: readonly TicketingEvent[]) => void {
  const navigate = useNavigate();
  const client = useQueryClient();
  return (to, events) => {
    rememberEvents(client, events);
    void navigate({ to, search: selectEvents(events.map(({ id }) => id)) });
  };
}
