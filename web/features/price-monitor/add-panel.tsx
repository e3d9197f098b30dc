import { useQueryClient } from '@tanstack/react-query';
import { CircleAlert, CircleCheck, Plus, Upload } from 'lucide-react';
import { type FormEvent, useId, useRef, useState } from 'react';
import * as z from 'zod/mini';
import { MOST_TARGETS_PER_CALL, type RefusedTarget } from '../../../shared/price-monitor/schema.ts';
import { failureText } from '../../kit/failure.ts';
import { runJob } from '../../kit/job.ts';
import { saved, useSaved } from '../../kit/saved/saved.ts';
import { countOf, formatNumber } from '../../lib/format.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { BlockedReason, Field } from '../../ui/field.tsx';
import { Input, Textarea } from '../../ui/input.tsx';
import { SidePanel } from '../../ui/side-panel.tsx';
import { HeadCell, Table } from '../../ui/table.tsx';
import { logActivity } from './activity.ts';
import { addEvents } from './changes.ts';
import type { ImportedEvent, ListJobs } from './import.worker.ts';

const ADD_FAILED = { refused: 'Failed to add event', thrown: 'Failed to add event' };
const READ_FAILED = 'The file could not be read. Choose a CSV or text file.';
/** Refused lines that are listed; all of them return to the field. */
const MOST_LISTED = 200;

/** What was typed and not added yet: it survives a reload. */
const typedAddresses = saved({
  key: 'price-monitor-add',
  schema: z.string(),
  fallback: '',
  owner: 'operator',
  place: 'tab',
});

/** The lines with an address. `line` counts from 1, blank ones too. */
const readLines = (text: string): ImportedEvent[] =>
  text.split(/\r\n|\r|\n/).flatMap((line, index) => {
    const url = line.trim();
    return url === '' ? [] : { url, tags: [], line: index + 1 };
  });

interface Report {
  added: number;
  of: number;
  refused: (RefusedTarget & { line: number })[];
}

const startWorker = () =>
  new Worker(new URL('./import.worker.ts', import.meta.url), { type: 'module' });

/** Adds events from pasted addresses or a file. Refused lines return to the field, with their reasons below. */
export function AddPanel({ onClose }: { onClose: () => void }) {
  const client = useQueryClient();
  const [text, setText] = useSaved(typedAddresses);
  const [tag, setTag] = useState('');
  const [isAdding, setIsAdding] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const [report, setReport] = useState<Report | null>(null);
  const file = useRef<HTMLInputElement>(null);
  const reasonId = useId();
  const lines = readLines(text);
  const isTooMany = lines.length > MOST_TARGETS_PER_CALL;

  const add = async (events: readonly ImportedEvent[]) => {
    const tags = tag
      .split(',')
      .map((name) => name.trim())
      .filter(Boolean);
    setIsAdding(true);
    setFailure(null);
    try {
      const targets = events.map(({ url, tags: own }) => ({ url, tags: own }));
      const { added, refused } = await addEvents(client, { targets, tags });
      setReport({
        added,
        of: events.length,
        refused: refused.map((one) => ({ ...one, line: events[one.index]?.line ?? 0 })),
      });
      setText(refused.map(({ url }) => url).join('\n'));
      if (added > 0) logActivity(client, 'success', addedText(added, events));
      if (refused.length > 0)
        logActivity(client, 'error', ADD_FAILED.refused, refusedText(refused));
    } catch (error) {
      const reason = failureText(error, ADD_FAILED);
      setFailure(reason);
      logActivity(client, 'error', ADD_FAILED.thrown, reason);
    } finally {
      setIsAdding(false);
    }
  };

  const importFile = async (chosen: File) => {
    setFailure(null);
    setReport(null);
    try {
      const events = await runJob<ListJobs, ImportedEvent[]>(startWorker, (remote) =>
        remote.readList(chosen),
      );
      if (events.length > MOST_TARGETS_PER_CALL) {
        setFailure(tooManyText(events.length));
      } else if (events.length === 0) setFailure('The file holds no address.');
      else await add(events);
    } catch {
      setFailure(READ_FAILED);
    }
  };

  const isBlocked = lines.length === 0 || isTooMany;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isBlocked && !isAdding) void add(lines);
  };
  return (
    <SidePanel
      size="details"
      title="Add events"
      subtitle="Prices are checked as soon as they are added"
      onClose={onClose}
    >
      <div className="min-h-0 flex-1 overflow-y-auto border-t border-border">
        <form
          aria-label="Add events"
          className="flex flex-col gap-3.5 px-4 py-3.5"
          onSubmit={submit}
        >
          <Field
            label="Event URLs"
            hint={`One per line, up to ${formatNumber(MOST_TARGETS_PER_CALL)}. Blank lines are skipped.`}
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
                value={text}
                onChange={(event) => setText(event.target.value)}
                className="mono text-xs leading-5"
              />
            )}
          </Field>
          <Field label="Tag" optional hint="Several tags are separated by commas.">
            {(control) => (
              <Input
                {...control}
                autoComplete="off"
                disabled={isAdding}
                value={tag}
                onChange={(event) => setTag(event.target.value)}
              />
            )}
          </Field>
          <div className="flex flex-wrap items-center gap-2">
            <Button
              type="submit"
              variant="primary"
              busy={isAdding}
              disabled={isBlocked}
              aria-describedby={isTooMany ? reasonId : undefined}
              icon={<Plus />}
            >
              {isAdding ? 'Adding' : `Add events (${formatNumber(lines.length)})`}
            </Button>
            <Button icon={<Upload />} disabled={isAdding} onClick={() => file.current?.click()}>
              Import list
            </Button>
            <input
              ref={file}
              type="file"
              accept=".csv,.txt,text/csv,text/plain"
              aria-label="List to import"
              hidden
              onChange={({ target }) => {
                const [chosen] = target.files ?? [];
                target.value = '';
                if (chosen) void importFile(chosen);
              }}
            />
            {isTooMany ? (
              <BlockedReason id={reasonId}>{tooManyText(lines.length)}</BlockedReason>
            ) : null}
          </div>
          {failure === null ? null : <Banner tone="danger">{failure}</Banner>}
        </form>
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
                      <CircleAlert className="mt-[3px] size-3 flex-none" strokeWidth={2} />
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
  `${formatNumber(count)} addresses: at most ${formatNumber(MOST_TARGETS_PER_CALL)} at once. Remove ${formatNumber(count - MOST_TARGETS_PER_CALL)} of them.`;

const addedText = (added: number, events: readonly ImportedEvent[]): string =>
  events.length === 1
    ? `Event added: ${events[0]?.url ?? ''}`
    : `${formatNumber(added)} of ${countOf(events.length, 'event')} added`;

const refusedText = (refused: readonly RefusedTarget[]): string =>
  refused.length === 1
    ? (refused[0]?.reason ?? '')
    : `${formatNumber(refused.length)} addresses were refused`;
