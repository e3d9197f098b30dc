import { useMemo, useState } from 'react';
import type { Sort } from '../../../../shared/columns.ts';
import type { SignupEvent } from '../../../../shared/signup/schema.ts';
import { formatEventDate } from '../../../../shared/ticketing/view/dates.ts';
import {
  clearRows,
  EMPTY_SELECTION,
  extendTo,
  selectRows,
  toggleRow,
} from '../../../kit/data-grid/selection.ts';

const NAMES = new Intl.Collator('en', { sensitivity: 'base', numeric: true });

/** Filter, order and selection of the events of a page. They do not change what is dispatched. */
export interface EventsView {
  text: string;
  setText: (text: string) => void;
  /** Undefined is the order of the page. */
  sort: Sort | undefined;
  setSort: (sort: Sort) => void;
  /** All events, in order. */
  sorted: readonly SignupEvent[];
  /** Ids of the matching events, in order. */
  shown: readonly string[];
  /**
   * Ids of the selected events, in the order of the page, including those that the filter hides.
   */
  chosen: readonly string[];
  /** Selects or deselects an event; a range selects from the last one. */
  touch: (id: string, isRange: boolean) => void;
  /** Selects all events that are shown. */
  selectAll: () => void;
  clear: () => void;
}

export function useEventsView(events: readonly SignupEvent[]): EventsView {
  const [text, setText] = useState('');
  const [sort, setSort] = useState<Sort>();
  const [selection, setSelection] = useState(EMPTY_SELECTION);
  const sorted = useMemo(() => sortEvents(events, sort), [events, sort]);
  const shown = useMemo(() => matching(sorted, text).map(({ value }) => value), [sorted, text]);
  return {
    text,
    setText,
    sort,
    setSort,
    sorted,
    shown,
    chosen: events.map(({ value }) => value).filter((id) => selection.selected.has(id)),
    touch: (id, isRange) =>
      setSelection((now) => (isRange ? extendTo(now, shown, id) : toggleRow(now, id))),
    selectAll: () => setSelection((now) => selectRows(now, shown)),
    clear: () => setSelection(clearRows),
  };
}

/** The events with each word of a text in their venue, city, date, presale or id. */
function matching(events: readonly SignupEvent[], text: string): readonly SignupEvent[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return events;
  return events.filter((event) => {
    const { venue, city, event_city = '', date, presale, value } = event;
    const texts = [venue, city, event_city, date, formatEventDate(date), presale, value];
    const whole = texts.join('\n').toLowerCase();
    return words.every((word) => whole.includes(word));
  });
}

/** Events by venue and city, date or presale; those without one come last in both orders. */
function sortEvents(
  events: readonly SignupEvent[],
  sort: Sort | undefined,
): readonly SignupEvent[] {
  if (sort === undefined) return events;
  const keyOf = ({ venue, city, date, presale }: SignupEvent): string => {
    if (sort.column === 'date') return date;
    return sort.column === 'presale' ? presale : [venue, city].filter(Boolean).join(' ');
  };
  const sign = sort.order === 'asc' ? 1 : -1;
  return events.toSorted((a, b) => {
    const [one, other] = [keyOf(a), keyOf(b)];
    if (one === '' || other === '') return Number(one === '') - Number(other === '');
    return sign * NAMES.compare(one, other);
  });
}
