import { fileResult } from '../../../../shared/csv/file-result.ts';
import type { ReadWithColumns } from '../../../../shared/csv/read-file.ts';
import {
  EventList,
  type EventListColumns,
} from '../../../../shared/price-monitor/event-files/event-list.ts';
import { exposeJobs } from '../../../kit/expose-jobs.ts';
import { readTable } from '../../../kit/file-import/read-table.ts';

interface ReadOptions extends ReadWithColumns<EventListColumns> {
  /** Columns that were chosen for files of a header. */
  remembered: Readonly<Record<string, EventListColumns>>;
}

/** Reads a list of events: CSV of any delimiter and encoding, or a workbook. */
async function readList(file: File, { columns, remembered, ...as }: ReadOptions) {
  const open = () => new EventList({ columns, remembered });
  const { taker, form, ...read } = await readTable(file, open, { as });
  return {
    events: taker.events,
    form,
    result: fileResult(taker.counts, { ...read, ...form }),
    head: taker.head,
    columns: taker.columns,
    headerKey: taker.headerKey,
  };
}

const jobs = { readList };
export type ReadList = Awaited<ReturnType<typeof readList>>;
export type ListJobs = typeof jobs;
exposeJobs(jobs);
