import { createAtom } from '@tanstack/react-store';
import * as z from 'zod/mini';
import {
  type ArtistList,
  MOST_SELECTED,
  refreshSelection,
  restoreSelected,
  type SelectedEvent,
  selectedEvent,
  selectOfArtist,
} from '../../../../shared/ticketing/selection.ts';
import { saved } from '../../../kit/saved/saved.ts';
import { countOf, formatNumber } from '../../../lib/format.ts';
import { type ToastHandle, toast } from '../../../ui/toast.tsx';

/** The operator's selected events of all artists, in the order of selection. */
export const savedSelection = saved<readonly SelectedEvent[]>({
  key: 'ticketing-selection',
  schema: z.pipe(
    z.array(z.unknown()),
    z.transform((entries) =>
      entries.flatMap((entry) => selectedEvent.safeParse(entry).data ?? []).slice(0, MOST_SELECTED),
    ),
  ),
  fallback: [],
  owner: 'operator',
});

/** Selects exactly these events of an artist. Undo is offered if that deselects several. */
export function selectEvents(list: ArtistList, ids: ReadonlySet<string>): void {
  const listed = new Set(list.events.map(({ id }) => id));
  if (ids.size === 0) {
    deselectEvents(listed);
    return;
  }
  const { selection, refused } = selectOfArtist(savedSelection.read(), list, ids);
  write(selection);
  if (refused === 0) return;
  toast({
    title: `At most ${formatNumber(MOST_SELECTED)} events can be selected`,
    text: `${countOf(refused, 'event was', 'events were')} not selected. Remove others first.`,
    tone: 'warning',
  });
}

/** The offer to undo the last removal. */
const undoOffer = createAtom<ToastHandle | null>(null);

/** Removes events from the selection. Undo is offered for more than one. */
export function deselectEvents(ids: ReadonlySet<string>): void {
  const before = savedSelection.read();
  const removed = before.filter(({ id }) => ids.has(id));
  write(before.filter(({ id }) => !ids.has(id)));
  if (removed.length < 2) return;
  undoOffer.get()?.close();
  const offer = toast({
    title: `${countOf(removed.length, 'event')} removed from the selection`,
    tone: 'info',
    action: {
      label: 'Undo',
      run: () => write(restoreSelected(savedSelection.read(), removed)),
    },
  });
  undoOffer.set(offer);
}

/** Updates the selection with an artist's events that were read again: dates and states of sale change. */
export function refreshSelected(list: ArtistList): void {
  const before = savedSelection.read();
  const fresh = refreshSelection(before, list);
  if (fresh !== before) write(fresh);
}

/** Whether the last selection could not be saved. The notice about it appears once. */
const isUnsaved = createAtom(false);

function write(selection: readonly SelectedEvent[]): void {
  const isSaved = savedSelection.write(selection);
  if (!isSaved && !isUnsaved.get()) {
    toast({
      title: 'The selection is not saved',
      text: 'The browser’s storage is full or blocked: the selection is lost when this page is closed.',
      tone: 'warning',
    });
  }
  isUnsaved.set(!isSaved);
}
