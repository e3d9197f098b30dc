import { useQueryClient } from '@tanstack/react-query';
import { MAX_PAGE_SOURCE } from '../../../../shared/page-source.ts';
import { priceObservation, type WatchedEvent } from '../../../../shared/price-monitor/schema.ts';
import { tryAgain } from '../../../kit/failure.ts';
import { FormField } from '../../../kit/form/form.tsx';
import { FormDialog } from '../../../kit/form/form-dialog.tsx';
import { useForm } from '../../../kit/form/use-form.ts';
import { formatNumber } from '../../../lib/format.ts';
import { Textarea } from '../../../ui/input.tsx';
import { titleOf } from '../view.ts';
import { pastePage } from './changes.ts';

const PASTE_FAILED = tryAgain('The prices could not be read');
const MOST_CHARACTERS = `${formatNumber(MAX_PAGE_SOURCE)} characters (about 5 MB)`;

interface PasteDialogProps {
  event: WatchedEvent;
  onClose: () => void;
}

/** Reads the prices of an event from the source of its page, which the operator copies from the browser. */
export function PasteDialog({ event, onClose }: PasteDialogProps) {
  const client = useQueryClient();
  const form = useForm(priceObservation, {
    initial: { page_source: '' },
    toInput: (values) => ({ url: event.url, ...values }),
    submit: (observation) => pastePage(client, observation),
    done: 'Prices read from the pasted page',
    onDone: onClose,
    failure: PASTE_FAILED,
  });
  const { length } = form.values.page_source;
  return (
    <FormDialog
      form={form}
      size="lg"
      title="Paste page source"
      description={titleOf(event)}
      onClose={onClose}
      submitLabel="Read prices"
      busyLabel="Reading..."
    >
      <ol className="m-0 flex list-decimal flex-col gap-1 pl-5 text-sm">
        <li>
          <a
            href={event.url}
            target="_blank"
            rel="noopener noreferrer"
            className="text-accent-text underline"
          >
            Open the event page
          </a>{' '}
          and wait until its prices are shown.
        </li>
        <li>Show its source (Ctrl+U, on a Mac Option+Command+U), select all of it and copy it.</li>
        <li>Paste it below. It is read as text and never executed.</li>
      </ol>
      <FormField
        form={form}
        name="page_source"
        label="Page source *"
        hint={
          length === 0
            ? `At most ${MOST_CHARACTERS}.`
            : `${formatNumber(length)} of at most ${MOST_CHARACTERS}.`
        }
      >
        {(control) => (
          <Textarea {...control} data-focus-first rows={14} spellCheck={false} className="mono" />
        )}
      </FormField>
    </FormDialog>
  );
}
