import { useMutation } from '@tanstack/react-query';
import { useEffect, useId, useRef, useState } from 'react';
import { MAX_EVENT_URLS } from '../../../../shared/encore/limits.ts';
import { countOf } from '../../../lib/format.ts';
import { Button } from '../../../ui/button.tsx';
import { BlockedReason, Field } from '../../../ui/field.tsx';
import { Textarea } from '../../../ui/input.tsx';
import { toast } from '../../../ui/toast.tsx';
import { findEventsByUrl } from '../queries.ts';
import { addedUnlisted, type FailedLine, failedLines } from './unlisted-events.ts';

interface AddEventsPanelProps {
  /** Ids of events that are already chosen. */
  chosen: readonly string[];
  onAdd: (ids: string[]) => void;
  onCancel: () => void;
}

/** The typed addresses, the search for their events, and the lines that failed. */
function useAddedEvents({ chosen, onAdd, onCancel }: AddEventsPanelProps) {
  const [failures, setFailures] = useState(failedLines.read);
  const [text, setText] = useState(() => addressesOf(failures));
  useEffect(() => void failedLines.write([]), []);
  const urls = [...new Set(text.split(/\r?\n/).map((line) => line.trim()))].filter(Boolean);

  const lookup = useRef(new AbortController());
  // Cancel closes the panel: a pending lookup must not add events later.
  useEffect(() => {
    const controller = new AbortController();
    lookup.current = controller;
    return () => controller.abort();
  }, []);

  /** Adds the new events of the ids, and leaves the failed addresses in the field. */
  const add = (ids: readonly string[], failed: readonly FailedLine[]) => {
    const fresh = [...new Set(ids)].filter((id) => !chosen.includes(id));
    setFailures(failed);
    setText(addressesOf(failed));
    if (fresh.length > 0) {
      // On the empty page, another panel replaces this one when there are events.
      if (chosen.length === 0) failedLines.write(failed);
      onAdd(fresh);
      const text = failed.length === 0 ? undefined : describeFailures(failed.length);
      const tone = failed.length === 0 ? 'success' : 'warning';
      toast({ title: `${countOf(fresh.length, 'event')} added`, text, tone });
    } else if (failed.length === 0) {
      toast({ title: 'These events are selected already', tone: 'info' });
    }
    if (failed.length === 0) onCancel();
  };
  const search = useMutation({
    mutationFn: (wanted: string[]) => findEventsByUrl(wanted, lookup.current.signal),
    onSuccess: (results) =>
      add(
        results.flatMap(({ event }) => event?.id ?? []),
        results.flatMap(({ url, id, message }) => (message === null ? [] : { url, id, message })),
      ),
  });
  const unlisted = new Map(failures.flatMap(({ id, url }) => (id === null ? [] : [[id, url]])));
  const addUnlisted = () => {
    addedUnlisted.write({ ...addedUnlisted.read(), ...Object.fromEntries(unlisted) });
    add(
      [...unlisted.keys()],
      failures.filter(({ id }) => id === null),
    );
  };
  return { text, setText, urls, failures, search, unlisted, addUnlisted };
}

/** A field for event addresses, one per line. A line that fails stays in the field, with its reason. */
export function AddEventsPanel(props: AddEventsPanelProps) {
  const reasonId = useId();
  const { text, setText, urls, failures, search, unlisted, addUnlisted } = useAddedEvents(props);
  const tooMany =
    urls.length > MAX_EVENT_URLS ? `At most ${MAX_EVENT_URLS} addresses at once.` : null;
  const failure = failures.length > 0 ? describeFailures(failures.length) : null;
  return (
    <form
      aria-label="Add Events Manually"
      className="flex flex-col gap-3 rounded-lg border border-border-strong bg-surface p-4 text-left"
      onSubmit={(event) => {
        event.preventDefault();
        if (urls.length > 0 && !tooMany) search.mutate(urls);
      }}
    >
      <Field
        label="Event URLs"
        hint="One event address per line."
        error={tooMany ?? failure ?? search.error?.message}
      >
        {(control) => (
          <Textarea
            {...control}
            rows={4}
            value={text}
            spellCheck={false}
            readOnly={search.isPending}
            placeholder="https://www.ticketmaster.com/.../event/..."
            className="mono"
            onChange={(event) => setText(event.target.value)}
          />
        )}
      </Field>
      {failures.length > 0 ? (
        <ul className="flex flex-col gap-1 text-xs text-text-muted">
          {failures.map(({ url, message }) => (
            <li key={url} className="min-w-0">
              <span className="mono break-all text-text">{url}</span> {message}
            </li>
          ))}
        </ul>
      ) : null}
      {unlisted.size > 0 ? (
        <div className="flex flex-wrap items-center gap-2 text-xs text-text-muted">
          <span className="min-w-40 flex-1">
            {countOf(unlisted.size, 'event')} can be added by its id and address, without artist,
            venue and date.
          </span>
          <Button size="sm" onClick={addUnlisted}>
            Add without details
          </Button>
        </div>
      ) : null}
      <div className="flex flex-wrap items-center justify-end gap-2">
        {urls.length === 0 ? (
          <BlockedReason id={reasonId}>Paste an event URL.</BlockedReason>
        ) : null}
        <Button onClick={props.onCancel}>Cancel</Button>
        <Button
          type="submit"
          variant="primary"
          busy={search.isPending}
          aria-disabled={urls.length === 0 || tooMany !== null || undefined}
          aria-describedby={urls.length === 0 ? reasonId : undefined}
        >
          Add Events
        </Button>
      </div>
    </form>
  );
}

const describeFailures = (count: number): string =>
  count === 1 ? '1 address was not added.' : `${count} addresses were not added.`;

const addressesOf = (lines: readonly FailedLine[]): string =>
  lines.map(({ url }) => url).join('\n');
