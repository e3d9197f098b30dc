import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import {
  Bot,
  CalendarPlus,
  ChartNoAxesCombined,
  Download,
  Link2,
  MoonStar,
  Plus,
  Radar,
  Repeat2,
} from 'lucide-react';
import type { ReactNode } from 'react';
import { MOST_EVENT_IDS } from '../../../../shared/ticketing/constants.ts';
import type { TicketingEvent } from '../../../../shared/ticketing/schema.ts';
import type { SelectedEvent } from '../../../../shared/ticketing/selection.ts';
import { safeLink } from '../../../../shared/ticketing/view/values.ts';
import { failureText, tryAgain } from '../../../kit/failure.ts';
import { fileReport } from '../../../kit/file-report.ts';
import { useSaved } from '../../../kit/saved/saved.ts';
import { downloadCsv } from '../../../lib/download.ts';
import { countOf, formatNumber } from '../../../lib/format.ts';
import { inSlices } from '../../../lib/slices.ts';
import { COPY_REFUSED } from '../../../ui/copy-button.tsx';
import { importAgain } from '../../../ui/import-again.ts';
import { toast } from '../../../ui/toast.tsx';
import type { ToastContent } from '../../../ui/toast-view.tsx';
import {
  addArtist,
  defaultWindow,
  monitoredArtistsQuery,
} from '../../artist-monitor/monitored-artists.ts';
import { addToCalendar, downloadCalendar } from '../../calendar/queries.ts';
import { addedToEncore, currentEncore } from '../../encore/current-encore.ts';
import { addWatchedEvents } from '../../price-monitor/watched-events.ts';
import { eventsByIdQuery, IDS_PER_CALL } from '../event-queries.ts';
import { selectEvents } from './event-selection.ts';

const loadWriter = () => importAgain(() => import('../../../../shared/ticketing/events-csv.ts'));

/** An action for all selected events. */
interface SelectionAction {
  id: string;
  label: string;
  icon: ReactNode;
  run: () => void;
}

/** In the order in which they are offered, the main one first. */
export type SelectionActions = [SelectionAction, ...SelectionAction[]];

type Events = readonly SelectedEvent[];

/** The actions for the selected events. None of them changes the selection. */
export function useSelectionActions(events: Events): SelectionActions {
  const navigate = useNavigate();
  const client = useQueryClient();
  const [encore] = useSaved(currentEncore);
  const ids = events.map(({ id }) => id);
  const open = (to: '/encore-tool' | '/adonis-tool' | '/tsuki-tool') => () =>
    void navigate({ to, search: selectEvents(ids) });
  const addToEncore = (address: string): SelectionAction => ({
    id: 'add-to-encore',
    label: 'Add to current Encore',
    icon: <Plus />,
    run: () => {
      addedToEncore.write({ address, ids });
      void navigate({ href: address });
    },
  });
  return [
    {
      id: 'create-encore',
      label: 'Create Encore Tool',
      icon: <Repeat2 />,
      run: open('/encore-tool'),
    },
    ...(encore === null ? [] : [addToEncore(encore)]),
    { id: 'adonis', label: 'Send to Adonis', icon: <Bot />, run: open('/adonis-tool') },
    { id: 'tsuki', label: 'Send to Tsuki', icon: <MoonStar />, run: open('/tsuki-tool') },
    {
      id: 'prices',
      label: 'Monitor prices',
      icon: <ChartNoAxesCombined />,
      run: () => void monitorPrices(client, events),
    },
    {
      id: 'artists',
      label: 'Monitor artists',
      icon: <Radar />,
      run: () => void monitorArtists(client, events),
    },
    {
      id: 'calendar',
      label: 'Add to calendar',
      icon: <CalendarPlus />,
      run: () => void addEvents(client, ids),
    },
    { id: 'links', label: 'Copy links', icon: <Link2 />, run: () => void copyLinks(events) },
    {
      id: 'csv',
      label: 'Export to CSV',
      icon: <Download />,
      run: () => void exportCsv(client, ids),
    },
  ];
}

/** Runs work whose progress, result or failure is one message. */
async function report(
  title: string,
  failure: string,
  work: (signal: AbortSignal, progress: (text: string) => void) => Promise<ToastContent>,
): Promise<void> {
  const controller = new AbortController();
  const action = { label: 'Cancel', run: () => controller.abort() };
  const message = toast({ title, tone: 'busy', action });
  const progress = (text: string) => message.change({ title, text, tone: 'busy', action });
  try {
    message.change(await work(controller.signal, progress));
  } catch (error) {
    if (controller.signal.aborted) message.close();
    else message.change({ title: failureText(error, tryAgain(failure)), tone: 'danger' });
  }
}

const linksOf = (events: Events): string[] =>
  events.flatMap(({ eventLink }) => safeLink(eventLink) ?? []);

function withoutLink(events: Events, links: readonly string[]): string[] {
  const count = events.length - links.length;
  return count === 0 ? [] : [`${countOf(count, 'event has', 'events have')} no link.`];
}

const monitorPrices = (client: QueryClient, events: Events) =>
  report('Adding events to the price monitor', 'The events could not be added', async () => {
    const links = linksOf(events);
    const targets = links.map((url) => ({ url, tags: [] }));
    const { added, refused } =
      links.length === 0
        ? { added: 0, refused: [] }
        : await addWatchedEvents(client, { targets, tags: [] });
    const [first] = refused;
    const reasons = first ? [`${formatNumber(refused.length)} refused: ${first.reason}`] : [];
    return {
      title: `${countOf(added, 'event')} added to the price monitor`,
      text: [...reasons, ...withoutLink(events, links)].join(' '),
      tone: added > 0 ? 'success' : 'warning',
    };
  });

const monitorArtists = (client: QueryClient, events: Events) =>
  report(
    'Adding artists to the artist monitor',
    'The artists could not be added',
    async (signal) => {
      const monitored = await client.fetchQuery(monitoredArtistsQuery);
      const monitoredIds = new Set(monitored.map(({ artist_id }) => artist_id));
      const artists = new Map(events.map((event) => [event.artistId, event]));
      const fresh = [...artists.values()].filter(({ artistId }) => !monitoredIds.has(artistId));
      const dates = defaultWindow(new Date());
      for (const { artistId, artist, image } of fresh) {
        signal.throwIfAborted();
        const names = { artist_id: artistId, artist_name: artist };
        await addArtist(client, { ...names, artist_image: safeLink(image) ?? '', ...dates });
      }
      const before = artists.size - fresh.length;
      return {
        title: `${countOf(fresh.length, 'artist')} added to the artist monitor`,
        text: before === 0 ? '' : `${formatNumber(before)} monitored already.`,
      };
    },
  );

const addEvents = (client: QueryClient, ids: readonly string[]) =>
  report(
    'Adding events to the calendar',
    'The events could not be added to the calendar',
    async () => {
      const count = await addToCalendar(client, ids);
      const action = { label: 'Download .ics', run: () => void downloadCalendar(ids) };
      const title = `${countOf(count, 'event')} added to the calendar`;
      return ids.length > MOST_EVENT_IDS ? { title } : { title, action };
    },
  );

async function copyLinks(events: Events): Promise<void> {
  const links = linksOf(events);
  const text = withoutLink(events, links).join(' ');
  await navigator.clipboard.writeText(links.join('\n')).then(
    () => toast({ title: `${countOf(links.length, 'link')} copied`, text }),
    () => toast({ title: COPY_REFUSED, tone: 'danger' }),
  );
}

/** Downloads events. Returns the name of the file: `{name}_concerts.csv`, or `{name}_concerts_selected.csv`. */
export async function downloadEvents(
  name: string,
  events: readonly TicketingEvent[],
  part: 'shown' | 'selected',
): Promise<string> {
  const { eventsFileName, streamEventsCsv } = await loadWriter();
  const fileName = eventsFileName(name, part);
  downloadCsv(fileName, await inSlices(streamEventsCsv(events)));
  return fileName;
}

/** Exports complete events: those that were read more than five minutes ago are read again. */
const exportCsv = (client: QueryClient, ids: readonly string[]) =>
  report('Exporting events', 'The events could not be exported', async (signal, progress) => {
    const events: TicketingEvent[] = [];
    for (let at = 0; at < ids.length; at += IDS_PER_CALL) {
      signal.throwIfAborted();
      const answer = await client.fetchQuery(eventsByIdQuery(ids.slice(at, at + IDS_PER_CALL)));
      events.push(...answer.events);
      const read = Math.min(at + IDS_PER_CALL, ids.length);
      progress(`${formatNumber(read)} of ${countOf(ids.length, 'event')}`);
    }
    const artists = new Set(events.map(({ artist }) => artist));
    const [name = ''] = artists.size === 1 ? artists : ['all'];
    const fileName = await downloadEvents(name, events, 'selected');
    const gone = ids.length - events.length;
    const rest = gone === 0 ? '' : ` The provider no longer lists ${countOf(gone, 'other event')}.`;
    return fileReport(fileName, `${countOf(events.length, 'event')}.${rest}`);
  });
