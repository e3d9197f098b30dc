import { Plus } from 'lucide-react';
import { useId, useState } from 'react';
import { findEventFault } from '../../../../shared/site-generator/event-url.ts';
import type { ProfileSite } from '../../../../shared/site-generator/profile-site.ts';
import { cut } from '../../../../shared/text.ts';
import { formatNumber } from '../../../lib/format.ts';
import { Button } from '../../../ui/button.tsx';
import { BlockedReason, Field } from '../../../ui/field.tsx';
import { Textarea } from '../../../ui/input.tsx';
import type { ChangeDraft } from '../../recent-work/session/use-work.ts';
import { type DraftEvent, newEvent, type SiteDraft } from '../draft.ts';

/** The number of lines that are processed before the page may respond to input again. */
const LINES_AT_ONCE = 200;

interface AddEventsProps {
  site: ProfileSite;
  events: readonly DraftEvent[];
  change: ChangeDraft<SiteDraft>;
}

/** Adds events, one per line. Lines that are refused stay in the field. */
export function AddEvents({ site, events, change }: AddEventsProps) {
  const reasonId = useId();
  const [text, setText] = useState('');
  const [added, setAdded] = useState<{ lines: number; of: number } | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [result, setResult] = useState<string | null>(null);

  const add = async () => {
    const { fresh, refused } = await readLines(text, site, events, setAdded);
    change((draft) => ({ events: [...draft.events, ...fresh] }));
    setAdded(null);
    setText(refused.map(({ url }) => url).join('\n'));
    setProblem(refused[0] === undefined ? null : describeRefused(refused[0], refused.length));
    setResult(describeResult(fresh.length, refused.length));
  };

  const isEmpty = text.trim() === '';
  return (
    <form
      className="flex items-start gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        if (!isEmpty && added === null) void add();
      }}
    >
      <Field label={<span className="sr-only">Event URLs</span>} error={problem} className="flex-1">
        {(control) => (
          <Textarea
            {...control}
            data-page-start=""
            rows={2}
            spellCheck={false}
            placeholder="Paste event URLs, one per line"
            disabled={added !== null}
            value={text}
            onChange={(event) => {
              setText(event.target.value);
              setProblem(null);
              setResult(null);
            }}
          />
        )}
      </Field>
      <div className="mt-1.25 flex w-31 flex-none flex-col gap-1.5">
        <Button
          type="submit"
          busy={added !== null}
          aria-disabled={isEmpty || undefined}
          aria-describedby={isEmpty ? reasonId : undefined}
          icon={<Plus />}
        >
          {added === null ? 'Add Events' : 'Adding'}
        </Button>
        {isEmpty ? <BlockedReason id={reasonId}>Paste an event URL.</BlockedReason> : null}
        {result === null ? null : (
          <span role="status" className="tn text-xs text-text-muted">
            {result}
          </span>
        )}
        {added === null ? null : (
          <span role="status" className="tn text-xs text-text-muted">
            {formatNumber(added.lines)} of {formatNumber(added.of)} lines
          </span>
        )}
      </div>
    </form>
  );
}

interface ReadLines {
  fresh: DraftEvent[];
  refused: { url: string; reason: string }[];
}

/**
 * Processes some lines at a time, so that the page responds in between. `onProgress` is called
 * after each step.
 */
async function readLines(
  text: string,
  site: ProfileSite,
  events: readonly DraftEvent[],
  onProgress: (added: { lines: number; of: number }) => void,
): Promise<ReadLines> {
  const lines = text
    .split(/\r\n|\r|\n/)
    .map((line) => line.trim())
    .filter(Boolean);
  const listed = new Set(events.map(({ url }) => url));
  const fresh: ReadLines['fresh'] = [];
  const refused: ReadLines['refused'] = [];
  for (const [index, url] of lines.entries()) {
    const reason = listed.has(url) ? IN_LIST : findEventFault(site, url);
    if (reason !== null) refused.push({ url, reason });
    else fresh.push(newEvent(url, site.countryCodes?.[0] ?? ''));
    listed.add(url);
    if ((index + 1) % LINES_AT_ONCE !== 0) continue;
    onProgress({ lines: index + 1, of: lines.length });
    await new Promise((resolve) => setTimeout(resolve));
  }
  return { fresh, refused };
}

const IN_LIST = 'This event is in the list already.';

/** `3 added, 1 refused` */
const describeResult = (added: number, refused: number): string =>
  refused === 0
    ? `${formatNumber(added)} added`
    : `${formatNumber(added)} added, ${formatNumber(refused)} refused`;

/** The reason of the first refused line, which is the first line of the field. */
function describeRefused({ url, reason }: { url: string; reason: string }, count: number): string {
  if (count === 1) return reason;
  return `${cut(url, 60)}: ${reason} ${formatNumber(count - 1)} more.`;
}
