import { useQuery } from '@tanstack/react-query';
import { RotateCcw } from 'lucide-react';
import { useState } from 'react';
import type {
  FieldValue,
  FieldValues,
  SiteField,
} from '../../../../shared/site-generator/fields.ts';
import { NO_MANIFEST } from '../../../../shared/ticketing/constants.ts';
import type { TicketingEvent } from '../../../../shared/ticketing/schema.ts';
import { safeLink } from '../../../../shared/ticketing/view/values.ts';
import { Banner } from '../../../ui/banner.tsx';
import { Button } from '../../../ui/button.tsx';
import { ToggleChip } from '../../../ui/chip.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { FieldError } from '../../../ui/field.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { FieldList } from '../../site-generator/index.ts';
import { sectionsQuery } from '../queries.ts';

interface EventSettingsProps {
  event: TicketingEvent;
  eventName: string;
  fields: readonly SiteField[];
  /** The event's own values. */
  values: FieldValues;
  inherited: (field: SiteField) => FieldValue;
  /**
   * The value of the Section field, and the function that changes it; null while the field is off.
   */
  sections: SectionChoice | null;
  onChange: (values: FieldValues) => void;
}

interface SectionChoice {
  /** Names with commas between them. */
  value: string;
  onChange: (value: string) => void;
}

/** Event-specific settings: available sections, seat map and the event's own values. */
export function EventSettings(props: EventSettingsProps) {
  const { event, values, onChange } = props;
  const ownCount = Object.keys(values).length;
  return (
    <div className="mt-3 flex flex-col gap-3.5 border-t border-border pt-3">
      <Sections event={event} eventName={props.eventName} choice={props.sections} />
      <FieldList
        marksOwn
        fields={props.fields}
        values={values}
        inherited={props.inherited}
        onChange={(key, value) => onChange({ ...values, [key]: value })}
      />
      {ownCount > 0 ? (
        <Button
          size="xs"
          variant="ghost"
          className="self-start"
          icon={<RotateCcw />}
          onClick={() => onChange({})}
        >
          Use the general configuration
        </Button>
      ) : null}
    </div>
  );
}

interface SectionsProps extends Pick<EventSettingsProps, 'event' | 'eventName'> {
  choice: SectionChoice | null;
}

function Sections({ event, eventName, choice }: SectionsProps) {
  const query = useQuery(sectionsQuery(event));
  if (query.isPending) {
    return (
      <div role="status" aria-label="Loading available sections" className="flex gap-3">
        <Skeleton className="h-24 w-45" />
        <Skeleton className="mt-1 w-40" />
      </div>
    );
  }
  if (query.error) {
    return (
      <div className="flex items-center gap-2">
        <FieldError>Available sections: {query.error.message}</FieldError>
        <Button size="xs" onClick={() => void query.refetch()}>
          Retry
        </Button>
      </div>
    );
  }
  const map = safeLink(query.data?.manifest_link ?? '') ?? safeLink(event.manifestLink);
  const sections = query.data?.sections ?? [];
  if (map === null && sections.length === 0) return <Banner tone="warning">{NO_MANIFEST}</Banner>;
  return (
    <div className="flex flex-wrap items-start gap-3">
      {map ? <SeatMap src={map} eventName={eventName} /> : null}
      <div className="min-w-40 flex-1">
        <h4 className="text-xs font-medium">Available sections</h4>
        <SectionNames names={sections} choice={choice} />
      </div>
    </div>
  );
}

/** The names; a press adds one to the Section field, or removes it. */
function SectionNames({ names, choice }: { names: string[]; choice: SectionChoice | null }) {
  if (names.length === 0)
    return (
      <p className="mt-0.5 text-text-muted">No section names are published. See the seat map.</p>
    );
  if (choice === null) return <p className="mt-0.5 text-text-muted">{names.join(', ')}</p>;
  const chosen = choice.value
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean);
  return (
    <div className="mt-1 flex flex-wrap gap-1">
      {names.map((name) => {
        const isChosen = chosen.includes(name);
        const next = isChosen ? chosen.filter((other) => other !== name) : [...chosen, name];
        return (
          <ToggleChip key={name} isOn={isChosen} onClick={() => choice.onChange(next.join(','))}>
            {name}
          </ToggleChip>
        );
      })}
    </div>
  );
}

/** A small seat map that opens large. `src` is the address of the picture. */
function SeatMap({ src, eventName }: { src: string; eventName: string }) {
  const [isOpen, setIsOpen] = useState(false);
  const [isBroken, setIsBroken] = useState(false);
  if (isBroken) return <p className="text-xs text-text-muted">The seat map could not be loaded.</p>;
  return (
    <>
      <button
        type="button"
        className="block w-full max-w-45 overflow-hidden rounded-md border border-border-strong bg-surface hover:border-border-control"
        onClick={() => setIsOpen(true)}
      >
        <img
          src={src}
          alt={`Seat map of ${eventName}, opens large`}
          loading="lazy"
          className="block h-24 w-full object-contain"
          onError={() => setIsBroken(true)}
        />
      </button>
      <Dialog
        open={isOpen}
        onOpenChange={setIsOpen}
        title="Seat map"
        description={eventName}
        size="xl"
      >
        <img
          src={src}
          alt={`Seat map of ${eventName}`}
          className="mx-auto block max-h-[72dvh] w-full rounded-md bg-surface object-contain"
        />
      </Dialog>
    </>
  );
}
