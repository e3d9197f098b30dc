import { useQueryClient } from '@tanstack/react-query';
import { CircleAlert, CircleCheck, Plus, Upload } from 'lucide-react';
import { useId, useRef, useState } from 'react';
import * as z from 'zod/mini';
import { describeResult } from '../../../../shared/csv/file-result.ts';
import { TABLE_TYPES } from '../../../../shared/csv/table-file.ts';
import { type ListedEvent, readPastedEvents } from '../../../../shared/price-monitor/read-url.ts';
import {
  eventTags,
  MOST_EVENTS_PER_CALL,
  type RefusedEvent,
} from '../../../../shared/price-monitor/schema.ts';
import { EVENT_LIST_TEMPLATE } from '../../../../shared/price-monitor/template.ts';
import { splitTags } from '../../../../shared/tags.ts';
import { failureText } from '../../../kit/failure.ts';
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
import { BlockedReason } from '../../../ui/field.tsx';
import { Textarea } from '../../../ui/input.tsx';
import { SidePanel } from '../../../ui/side-panel.tsx';
import { HeadCell, Table } from '../../../ui/table.tsx';
import { logActivity } from '../live/activity.ts';
import { addWatchedEvents } from '../watched-events.ts';
import type { ListJobs, ReadList } from './import.worker.ts';

const ADD_FAILED = 'Failed to add event';
const READ_FAILED = 'The file could not be read. Choose a CSV, .xlsx, .ods or text file.';
/** Refused lines that are listed; all of them return to the field. */
const MOST_LISTED = 200;

/** The typed addresses that are not added yet, which outlive a reload. */
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

/** The form of pasted addresses and tags, the import of a file, and the report of the last of both. */
function useAdding() {
  const client = useQueryClient();
  const [text, setText] = useSaved(typedAddresses);
  const [tags, setTags] = useState('');
  const [isImporting, setIsImporting] = useState(false);
  const [importFailure, setImportFailure] = useState<string | null>(null);
  /** What the last file contained. */
  const [fileText, setFileText] = useState<string | null>(null);
  const [report, setReport] = useState<Report | null>(null);

  const add = async (events: readonly ListedEvent[], common: string[]) => {
    try {
      const targets = events.map(({ url, tags: own }) => ({ url, tags: own }));
      const { added, refused } = await addWatchedEvents(client, { targets, tags: common });
      setReport({
        added,
        of: events.length,
        refused: refused.map((one) => ({ ...one, line: events[one.index]?.line ?? 0 })),
      });
      setText(refused.map(({ url }) => url).join('\n'));
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

  const importFile = async (chosen: File) => {
    setImportFailure(null);
    setFileText(null);
    setReport(null);
    setIsImporting(true);
    try {
      const list = await runJob<ListJobs, ReadList>(startWorker, (remote) =>
        remote.readList(chosen),
      ).catch((error: unknown) =>
        error instanceof Error && error.name === 'WorkbookFault' ? error.message : null,
      );
      if (list === null || typeof list === 'string') {
        setImportFailure(list ?? READ_FAILED);
        return;
      }
      const { events } = list;
      setFileText(`${chosen.name}: ${describeResult(list.result)}. Read as ${list.form}.`);
      if (events.length > MOST_EVENTS_PER_CALL) setImportFailure(tooManyText(events.length));
      else if (events.length === 0) setImportFailure('The file holds no address.');
      else await add(events, splitTags(tags));
    } catch (error) {
      setImportFailure(failureText(error, ADD_FAILED));
    } finally {
      setIsImporting(false);
    }
  };
  return { form, text, importFile, isImporting, importFailure, fileText, report };
}

/** Adds events from pasted addresses or a file. Refused lines return to the field, with their reasons below. */
export function AddPanel({ onClose }: { onClose: () => void }) {
  const { form, text, importFile, isImporting, importFailure, fileText, report } = useAdding();
  const file = useRef<HTMLInputElement>(null);
  const reasonId = useId();
  const lines = readPastedEvents(text);
  const isAdding = form.isSubmitting || isImporting;
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
            <Button icon={<Upload />} disabled={isAdding} onClick={() => file.current?.click()}>
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
                if (chosen) void importFile(chosen);
              }}
            />
            {reason === null ? null : <BlockedReason id={reasonId}>{reason}</BlockedReason>}
          </div>
          {fileText === null ? null : (
            <p role="status" className="text-xs text-text-muted">
              {fileText}
            </p>
          )}
          {failure === null ? null : <Banner tone="danger">{failure}</Banner>}
        </Form>
        {report === null ? null : <ReportView report={report} />}
      </div>
    </SidePanel>
  );
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
