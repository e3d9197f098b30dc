import { useQueryClient } from '@tanstack/react-query';
import { Radar, X } from 'lucide-react';
import { type MonitoredArtist, monitoringDates } from '../../../../shared/artist-monitor/schema.ts';
import type { ArtistResult } from '../../../../shared/ticketing/schema.ts';
import { DateInput } from '../../../kit/date-input.tsx';
import { Form, FormFailure, FormField, FormSubmit } from '../../../kit/form/form.tsx';
import { FormDialog } from '../../../kit/form/form-dialog.tsx';
import { type Form as FormState, useForm } from '../../../kit/form/use-form.ts';
import { addDays, countOf, isoDay } from '../../../lib/format.ts';
import { Button } from '../../../ui/button.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { ArtistImage, pictureOf } from '../../ticketing/artist-image.tsx';
import { type MonitorRow, StatusBadge } from '../artist-columns.tsx';
import { addArtist, defaultWindow } from '../monitored-artists.ts';
import { changeArtist } from '../queries.ts';

interface Dates {
  start_monitoring: string;
  end_monitoring: string;
}

function DateFields({ form, className }: { form: FormState<Dates>; className?: string }) {
  return (
    <>
      <FormField form={form} name="start_monitoring" label="Start date" className={className}>
        {(control) => <DateInput {...control} />}
      </FormField>
      <FormField form={form} name="end_monitoring" label="End date" className={className}>
        {(control) => <DateInput {...control} min={form.values.start_monitoring} />}
      </FormField>
    </>
  );
}

interface AddFormProps {
  artist: ArtistResult;
  onDone: () => void;
  onCancel: () => void;
}

/** The dates of a new entry, in the search result: by default from today for a week. */
export function AddForm({ artist, onDone, onCancel }: AddFormProps) {
  const client = useQueryClient();
  const form = useForm(monitoringDates, {
    initial: defaultWindow(new Date()),
    submit: async (dates) => {
      const { id, name } = artist;
      const artist_image = pictureOf(artist);
      await addArtist(client, { artist_id: id, artist_name: name, artist_image, ...dates });
    },
    done: `${artist.name} is monitored`,
    onDone,
    failure: 'Failed to add artist to monitoring',
  });
  return (
    <Form
      form={form}
      label={`Dates for ${artist.name}`}
      className="ml-auto flex flex-wrap items-start gap-2 max-md:ml-0 max-md:w-full"
    >
      <DateFields form={form} className="w-38 max-md:w-auto max-md:flex-1" />
      <div className="flex flex-wrap items-center gap-2 pt-5.25 max-md:w-full max-md:pt-0">
        <FormSubmit form={form} icon={<Radar />} busyLabel="Adding..." className="max-md:flex-1">
          Monitor artist
        </FormSubmit>
        <IconButton label="Cancel" icon={<X />} onClick={onCancel} />
      </div>
      <FormFailure form={form} />
    </Form>
  );
}

interface EditDialogProps {
  row: MonitorRow;
  onClose: () => void;
}

/** The dates of a monitored artist. */
export function EditDialog({ row, onClose }: EditDialogProps) {
  const client = useQueryClient();
  const { artist, check } = row;
  const form = useForm(monitoringDates, {
    initial: datesOf(artist),
    submit: async (dates) => {
      const { artist_id, artist_name, artist_image } = artist;
      await changeArtist(client, artist_id, { artist_name, artist_image, ...dates });
    },
    done: 'Monitoring settings saved',
    onDone: onClose,
    failure: 'Failed to update artist monitoring settings',
  });
  const start = form.values.start_monitoring || isoDay(new Date());
  const lastConcert = check?.last_event_day;
  const ends = [
    ...[7, 30, 90].map((days) => ({ label: `${days} days`, day: addDays(start, days) })),
    ...(lastConcert ? [{ label: 'Last concert', day: lastConcert }] : []),
  ];
  return (
    <FormDialog
      form={form}
      title="Edit Monitoring Settings"
      onClose={onClose}
      submitLabel="Save settings"
      busyLabel="Saving..."
    >
      <div className="flex items-center gap-3 border-b border-border pb-3.5">
        <ArtistImage name={artist.artist_name} address={artist.artist_image} className="size-10" />
        <div className="min-w-0 flex-1">
          <p className="truncate text-md font-medium">{artist.artist_name}</p>
          <p className="text-xs text-text-muted">
            {check?.checked_at ? countOf(check.event_count, 'event') : 'Not checked yet'}
          </p>
        </div>
        <StatusBadge status={row.status} />
      </div>
      <div className="flex items-start gap-3">
        <DateFields form={form} className="flex-1" />
      </div>
      <div className="flex flex-wrap items-center gap-1.5">
        <span className="text-xs text-text-muted">End after</span>
        {ends.map(({ label, day }) => (
          <Button key={label} size="xs" onClick={() => form.change({ end_monitoring: day })}>
            {label}
          </Button>
        ))}
      </div>
    </FormDialog>
  );
}

const datesOf = ({ start_monitoring, end_monitoring }: MonitoredArtist): Dates => ({
  start_monitoring: start_monitoring ?? '',
  end_monitoring: end_monitoring ?? '',
});
