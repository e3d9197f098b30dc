import { ListFilter } from 'lucide-react';
import { useState } from 'react';
import { formatEventDate } from '../../../../../shared/ticketing/view/dates.ts';
import { DateInput } from '../../../../kit/date-input.tsx';
import { useDraft } from '../../../../lib/draft.ts';
import { FilterChip } from '../../../../ui/chip.tsx';
import { Field } from '../../../../ui/field.tsx';
import { Input } from '../../../../ui/input.tsx';
import { Popover } from '../../../../ui/popover.tsx';
import type { EventsChoice } from '../../search-state.ts';

type Filter = Pick<EventsChoice, 'text' | 'from' | 'to' | 'maxPrice'>;

interface EventFilterProps {
  filter: Filter;
  onChange: (filter: Partial<Filter>) => void;
}

/** Filters events by text, dates and price; each active filter is a separate chip. */
export function EventFilter({ filter: { text, from, to, maxPrice }, onChange }: EventFilterProps) {
  const [isOpen, setIsOpen] = useState(false);
  const [typed, type] = useDraft(text, (next) => onChange({ text: next }));
  const [price, typePrice] = useDraft(maxPrice, (next) => onChange({ maxPrice: next }));
  const chips = [
    { label: 'Text', value: text, off: { text: '' } },
    { label: 'Dates', value: describeDays(from, to), off: { from: undefined, to: undefined } },
    { label: 'Price', value: maxPrice && `at most ${maxPrice}`, off: { maxPrice: '' } },
  ].filter(({ value }) => value !== '');
  return (
    <>
      <Popover
        label="Filter events"
        open={isOpen}
        onOpenChange={setIsOpen}
        trigger={<FilterChip label="Filter" icon={<ListFilter />} />}
      >
        <div className="flex w-64 flex-col gap-3">
          <Field label="Venue, place or promoter">
            {(control) => (
              <Input
                {...control}
                size="sm"
                type="search"
                autoComplete="off"
                spellCheck={false}
                value={typed}
                onChange={(event) => type(event.target.value)}
              />
            )}
          </Field>
          <DayFields from={from} to={to} onChange={onChange} />
          <Field
            label="Highest price"
            hint="In the currency of each event; its lowest price counts."
          >
            {(control) => (
              <Input
                {...control}
                size="sm"
                inputMode="decimal"
                autoComplete="off"
                value={price}
                onChange={(event) => typePrice(event.target.value)}
              />
            )}
          </Field>
        </div>
      </Popover>
      {chips.map(({ label, value, off }) => (
        <FilterChip
          key={label}
          label={label}
          value={value}
          onClick={() => setIsOpen(true)}
          onRemove={() => onChange(off)}
        />
      ))}
    </>
  );
}

type DayFieldsProps = Pick<Filter, 'from' | 'to'> & Pick<EventFilterProps, 'onChange'>;

function DayFields({ from, to, onChange }: DayFieldsProps) {
  return (
    <>
      <Field label="First day">
        {(control) => (
          <DateInput
            {...control}
            size="sm"
            max={to}
            value={from ?? ''}
            onChange={(event) => onChange({ from: event.target.value || undefined })}
          />
        )}
      </Field>
      <Field label="Last day">
        {(control) => (
          <DateInput
            {...control}
            size="sm"
            min={from}
            value={to ?? ''}
            onChange={(event) => onChange({ to: event.target.value || undefined })}
          />
        )}
      </Field>
    </>
  );
}

function describeDays(from: string | undefined, to: string | undefined): string {
  if (from && to) return `${formatEventDate(from)} to ${formatEventDate(to)}`;
  if (from) return `from ${formatEventDate(from)}`;
  return to ? `until ${formatEventDate(to)}` : '';
}
