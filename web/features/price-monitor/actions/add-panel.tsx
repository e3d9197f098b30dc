import { useQueryClient } from '@tanstack/react-query';
import { CircleAlert, CircleCheck, Plus, Upload, X } from 'lucide-react';
import { useId, useRef, useState } from 'react';
import * as z from 'zod/mini';
import { describeResult } from '../../../../shared/csv/file-result.ts';
import type { ReadWithColumns } from '../../../../shared/csv/read-file.ts';
import { TABLE_TYPES } from '../../../../shared/csv/table-file.ts';
import type { EventListColumns } from '../../../../shared/price-monitor/event-files/event-list.ts';
import { EVENT_LIST_TEMPLATE } from '../../../../shared/price-monitor/event-files/template.ts';
import { type ListedEvent, readPastedEvents } from '../../../../shared/price-monitor/read-url.ts';
import {
  eventTags,
  MOST_EVENTS_PER_CALL,
  type RefusedEvent,
} from '../../../../shared/price-monitor/schema.ts';
import { splitTags } from '../../../../shared/tags.ts';
import { failureText } from '../../../kit/failure.ts';
import { chosenColumns } from '../../../kit/file-import/chosen-columns.ts';
import { TableReadingDetails } from '../../../kit/file-import/table-reading.tsx';
import { useOneFile } from '../../../kit/file-import/use-one-file.ts';
import { Form, FormField } from '../../../kit/form/form.tsx';
import { TagsField } from '../../../kit/form/tags-field.tsx';
import { useForm } from '../../../kit/form/use-form.ts';
import { runJob } from '../../../kit/job.ts';
import { saved, useSaved } from '../../../kit/saved/saved.ts';
import { TemplateButton } from '../../../kit/template-button.tsx';
import { countOf, formatNumber } from '../../../lib/format.ts';
import { Banner } from '../../../ui/banner.tsx';
import { Button } from '../../../ui/button.tsx';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { BlockedReason, FieldError } from '../../../ui/field.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { Textarea } from '../../../ui/input.tsx';
import { SidePanel } from '../../../ui/side-panel.tsx';
import { HeadCell, Table } from '../../../ui/table.tsx';
import { logActivity } from '../live/activity.ts';
import { addWatchedEvents } from '../watched-events.ts';
import type { ListJobs, ReadList } from './import.worker.ts';

const ADD_FAILED = 'Failed to add event';
const READ_FAILED = 'The file could not be read. Choose a CSV, .xlsx, .ods or text file.';
/** The number of refused lines that are listed; all of them return to the field. */
const MOST_LISTED = 200;

/** The typed addresses that are not added yet, which survive a reload. */
const typedAddresses = saved({
  key: 'price-monitor-add',
  schema: z.string(),
  fallback: '',
  owner: 'operator',
  place: 'tab',
});

interface Report {
  added: number;
  of: number;
  refused: (RefusedEvent & { line: number })[];
}

const startWorker = () =>
  new Worker(new URL('./import.worker.ts', import.meta.url), { type: 'module' });

const MEANINGS = { url: 'URL', tags: 'Tags' };
/** The columns that an operator has chosen for files with a header. */
const listColumns = chosenColumns('price-list-columns', MEANINGS);

/** The addresses of the text, and the tags for all of them. */
const addRules = z.object({
  text: z.pipe(
    z.transform(readPastedEvents),
    z
      .array(z.custom<ListedEvent>())
      .check(z.minLength(1, 'Enter at least one address.'))
      .check(
        z.refine((lines) => lines.length <= MOST_EVENTS_PER_CALL, {
          error: ({ input }) => tooManyText((input as ListedEvent[]).length),
        }),
      ),
  ),
  tags: eventTags,
});

/**
 * The form for pasted addresses and tags, the import of a file, and the report of the last of the
 * two.
 */
function useAdding() {
  const client = useQueryClient();
  const [text, setText] = useSaved(typedAddresses);
  const [tags, setTags] = useState('');
  const [isImporting, setIsImporting] = useState(false);
  const [importFailure, setImportFailure] = useState<string | null>(null);
  const [report, setReport] = useState<Report | null>(null);

  /** @param keep the text that stays in the field, above the refused addresses */
  const add = async (events: readonly ListedEvent[], common: string[], keep = '') => {
    try {
      const targets = events.map(({ url, tags: own }) => ({ url, tags: own }));
      const { added, refused } = await addWatchedEvents(client, { targets, tags: common });
      setReport({
        added,
        of: events.length,
        refused: refused.map((one) => ({ ...one, line: events[one.index]?.line ?? 0 })),
      });
      setText([...(keep === '' ? [] : [keep]), ...refused.map(({ url }) => url)].join('\n'));
      if (added > 0) logActivity(client, 'success', addedText(added, events));
      if (refused.length > 0) logActivity(client, 'error', ADD_FAILED, refusedText(refused));
    } catch (error) {
      logActivity(client, 'error', ADD_FAILED, failureText(error, ADD_FAILED));
      throw error;
    }
  };
  const form = useForm(addRules, {
    initial: { text, tags },
    state: [
      { text, tags },
      (values) => {
        setText(values.text);
        setTags(values.tags);
      },
    ],
    submit: (input) => {
      setImportFailure(null);
      return add(input.text, input.tags);
    },
    failure: ADD_FAILED,
  });

  const list = useOneFile({
    read: (file, as) =>
      runJob<ListJobs, ReadList>(startWorker, (remote) =>
        remote.readList(file, { ...as, remembered: listColumns.read() }),
      ),
    columns: listColumns,
    onRead: () => setImportFailure(null),
    onFailure: (error) =>
      setImportFailure(
        error instanceof Error && error.name === 'WorkbookFault' ? error.message : READ_FAILED,
      ),
  });
  const addList = async ({ events }: ReadList) => {
    setImportFailure(null);
    setIsImporting(true);
    try {
      await add(events, splitTags(tags), text.trimEnd());
      list.clear();
    } catch (error) {
      setImportFailure(failureText(error, ADD_FAILED));
    } finally {
      setIsImporting(false);
    }
  };
  const takeList = (file: File) => {
    setImportFailure(null);
    setReport(null);
    list.take(file);
  };
  return {
    form,
    text,
    list: { ...list, take: takeList, add: addList },
    isImporting,
    importFailure,
    report,
  };
}

/** Adds events from pasted addresses or a file. Refused lines return to the field, with their reasons below. */
export function AddPanel({ onClose }: { onClose: () => void }) {
  const { form, text, list, isImporting, importFailure, report } = useAdding();
  const file = useRef<HTMLInputElement>(null);
  const reasonId = useId();
  const lines = readPastedEvents(text);
  const isAdding = form.isSubmitting || isImporting;
  const isOff = isAdding || list.isReading;
  const reason = lines.length === 0 ? null : form.reason;
  const failure = form.failure ?? importFailure;
  return (
    <SidePanel
      size="details"
      title="Add events"
      subtitle="Prices are checked as soon as they are added"
      onClose={onClose}
    >
      <div className="min-h-0 flex-1 overflow-y-auto border-t border-border">
        <Form form={form} label="Add events" className="flex flex-col gap-3.5 px-4 py-3.5">
          <FormField
            form={form}
            name="text"
            label="Event URLs"
            hint={`One per line, up to ${formatNumber(MOST_EVENTS_PER_CALL)}. Blank lines are skipped.`}
          >
            {(control) => (
              <Textarea
                {...control}
                data-focus-first
                rows={7}
                spellCheck={false}
                autoCapitalize="none"
                disabled={isAdding}
                placeholder="https://"
                className="mono text-xs leading-5"
              />
            )}
          </FormField>
          <TagsField form={form} label="Tag" />
          <div className="flex flex-wrap items-center gap-2">
            <Button
              type="submit"
              variant="primary"
              busy={isAdding}
              disabled={form.reason !== null}
              aria-describedby={reason === null ? undefined : reasonId}
              icon={<Plus />}
            >
              {isAdding ? 'Adding' : `Add events (${formatNumber(lines.length)})`}
            </Button>
            <Button icon={<Upload />} disabled={isOff} onClick={() => file.current?.click()}>
              Import list
            </Button>
            <TemplateButton template={EVENT_LIST_TEMPLATE} />
            <input
              ref={file}
              type="file"
              accept={`${TABLE_TYPES},.txt,text/plain`}
              aria-label="List to import"
              hidden
              onChange={({ target }) => {
                const [chosen] = target.files ?? [];
                target.value = '';
                if (chosen) list.take(chosen);
              }}
            />
            {reason === null ? null : <BlockedReason id={reasonId}>{reason}</BlockedReason>}
          </div>
          {list.chosen === null ? null : (
            <ListFile {...list.chosen} list={list} isAdding={isAdding} />
          )}
          {failure === null ? null : <Banner tone="danger">{failure}</Banner>}
        </Form>
        {report === null ? null : <ReportView report={report} />}
      </div>
    </SidePanel>
  );
}

interface ListFileProps {
  file: File;
  read: ReadList;
  list: { again: (as: Partial<ReadWithColumns<EventListColumns>>) => void } & {
    isReading: boolean;
    add: (read: ReadList) => Promise<void>;
    clear: () => void;
  };
  isAdding: boolean;
}

/** What a file contains and how it is read, before its events are added. */
function ListFile({ file, read, list, isAdding }: ListFileProps) {
  const { events, result, form } = read;
  const fault = faultOfList(events);
  const isOff = isAdding || list.isReading;
  return (
    <section
      aria-label={file.name}
      className="flex flex-col gap-2 rounded-md border border-border p-3"
    >
      <div className="flex items-start gap-2">
        <p role="status" className="min-w-0 flex-1 text-xs wrap-anywhere text-text-muted">
          <span className="font-medium text-text">{file.name}</span>: {describeResult(result)}. Read
          as {form.text}.
        </p>
        <IconButton
          size="xs"
          label={`Remove ${file.name}`}
          icon={<X />}
          disabled={isOff}
          onClick={list.clear}
        />
      </div>
      <TableReadingDetails
        name={file.name}
        read={read}
        meanings={MEANINGS}
        optional={['tags']}
        disabled={isAdding}
        onRead={list.again}
      />
      {fault === null ? (
        <Button
          variant="primary"
          size="sm"
          className="self-start"
          icon={<Plus />}
          busy={isAdding}
          disabled={list.isReading}
          onClick={() => void list.add(read)}
        >
          Add {countOf(events.length, 'event')} of the file
        </Button>
      ) : (
        <FieldError>{fault}</FieldError>
      )}
    </section>
  );
}

/** Why the events of a file cannot be added; null if they can. */
function faultOfList({ length }: readonly ListedEvent[]): string | null {
  if (length === 0) return 'The file holds no address.';
  return length > MOST_EVENTS_PER_CALL ? tooManyText(length) : null;
}

function ReportView({ report: { added, of, refused } }: { report: Report }) {
  const Icon = refused.length === 0 ? CircleCheck : CircleAlert;
  return (
    <section aria-label="Report" className="border-t border-border pt-3.5">
      <div role="status" className="flex items-center gap-2 px-4 pb-2.5">
        <Icon
          className={`size-4 flex-none ${refused.length === 0 ? 'text-success-text' : 'text-warning-text'}`}
        />
        <p className="tn min-w-0 flex-1">
          <span className="font-medium">
            {formatNumber(added)} of {formatNumber(of)} added
          </span>
          {refused.length > 0 ? (
            <span className="text-text-muted">, {formatNumber(refused.length)} refused</span>
          ) : null}
        </p>
        {refused.length > 0 ? (
          <CopyButton
            labelled
            label="Copy refused lines"
            text={refused.map(({ url }) => url).join('\n')}
          />
        ) : null}
      </div>
      {refused.length > 0 ? (
        <>
          <Table label="Refused lines" density="two-line">
            <thead>
              <tr>
                <HeadCell align="right">Line</HeadCell>
                <HeadCell>Refused</HeadCell>
              </tr>
            </thead>
            <tbody>
              {refused.slice(0, MOST_LISTED).map(({ line, url, reason }) => (
                <tr key={line}>
                  <td className="tn w-16 text-right text-text-muted">{formatNumber(line)}</td>
                  <td className="w-full max-w-0">
                    <span className="mono block truncate" title={url}>
                      {url}
                    </span>
                    <span className="flex items-start gap-1 text-xs whitespace-normal text-danger-text">
                      <CircleAlert className="mt-0.75 size-3 flex-none" strokeWidth={2} />
                      {reason}
                    </span>
                  </td>
                </tr>
              ))}
            </tbody>
          </Table>
          <p className="px-4 py-2.5 text-xs text-text-muted">
            {refused.length > MOST_LISTED
              ? `The first ${formatNumber(MOST_LISTED)} of ${formatNumber(refused.length)} are listed. `
              : ''}
            The refused lines are back in the field above. Correct and add them again.
          </p>
        </>
      ) : null}
    </section>
  );
}

const tooManyText = (count: number): string =>
  `${formatNumber(count)} addresses: at most ${formatNumber(MOST_EVENTS_PER_CALL)} at once. Remove ${formatNumber(count - MOST_EVENTS_PER_CALL)} of them.`;

const addedText = (added: number, events: readonly ListedEvent[]): string =>
  events.length === 1
    ? `Event added: ${events[0]?.url ?? ''}`
    : `${formatNumber(added)} of ${countOf(events.length, 'event')} added`;

const refusedText = (refused: readonly RefusedEvent[]): string =>
  refused.length === 1
    ? (refused[0]?.reason ?? '')
    : `${formatNumber(refused.length)} addresses were refused`;
