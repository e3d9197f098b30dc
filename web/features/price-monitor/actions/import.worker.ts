import { expose } from 'comlink';
import { type FileResult, fileResult } from '../../../../shared/csv/file-result.ts';
import { EventList } from '../../../../shared/price-monitor/event-list.ts';
import type { ListedEvent } from '../../../../shared/price-monitor/read-url.ts';
import { readTable } from '../../../kit/file-import/read-table.ts';

export interface ReadList {
  events: ListedEvent[];
  result: FileResult;
  /** `UTF-8, comma` */
  form: string;
}

/** Reads a list of events: CSV of any delimiter and encoding, or a workbook. */
async function readList(file: File): Promise<ReadList> {
  const { taker, form, ...read } = await readTable(file, () => new EventList());
  const result = fileResult(taker.counts, { ...read, ...form });
  return { events: taker.events, result, form: form.text };
}

const jobs = { readList };
export type ListJobs = typeof jobs;
expose(jobs);
