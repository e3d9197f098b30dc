import { Link } from '@tanstack/react-router';
import { clsx } from 'clsx';
import { use } from 'react';
import { MOST_BEST_ACCOUNTS } from '../../../../shared/queues/limits.ts';
import type { QueueType } from '../../../../shared/queues/schema.ts';
import type { TicketingEvent } from '../../../../shared/ticketing/schema.ts';
import { useCommands } from '../../../kit/keys/commands.ts';
import { useShortcut } from '../../../kit/keys/shortcuts.ts';
import { formatNumber } from '../../../lib/format.ts';
import { Button } from '../../../ui/button.tsx';
import { CheckboxField } from '../../../ui/checkbox.tsx';
import { Field, FieldError } from '../../../ui/field.tsx';
import { Input } from '../../../ui/input.tsx';
import { Kbd } from '../../../ui/kbd.tsx';
import { Section } from '../../../ui/panel.tsx';
import { ReadOnlyArea } from '../../../ui/read-only.tsx';
import { Segmented } from '../../../ui/segmented.tsx';
import { SwitchField } from '../../../ui/switch.tsx';
import { textLinkClass } from '../../../ui/text-link.ts';
import { QueueCounting } from '../../queues/queue-counting.tsx';
import type { ChangeDraft } from '../../recent-work/session/use-work.ts';
import { checkGlobalMaximum, checkPercents, isUncounted } from '../plan.ts';
import { type EncoreSettings, savedCategories, savedQueueType } from '../settings.ts';
import { AccountsField } from './accounts-field.tsx';
import { MaximumField } from './maximum-field.tsx';
import type { Accounts } from './use-accounts.ts';

interface AccountsSectionProps {
  settings: EncoreSettings;
  change: ChangeDraft<EncoreSettings>;
  accounts: Accounts;
  events: readonly TicketingEvent[];
}

/** The accounts of the file: categories with their ratio filters, or a manual list. */
export function AccountsSection(props: AccountsSectionProps) {
  const { settings, change, accounts } = props;
  const { list, isCurrent } = accounts.available;
  return (
    <Section title="Accounts">
      <div className="flex flex-col gap-3.5">
        <SwitchField
          checked={settings.isManual}
          onChange={(isManual) => change({ isManual })}
          className="font-medium"
        >
          Manual accounts list
        </SwitchField>
        {settings.isManual ? (
          <AccountsField
            rows={7}
            type={accounts.type}
            value={settings.manualText}
            onChange={(manualText) => change({ manualText })}
          />
        ) : (
          <>
            <QueueTypes {...props} />
            <CategoryList {...props} />
            <PercentFilters {...props} />
            <QueueCounting type={accounts.type} />
          </>
        )}
        <p role="status" className="tn text-xs text-text-muted">
          {isCurrent ? describeAvailable(settings, list.length) : 'Counting accounts'}
        </p>
        {accounts.failure ? <FieldError>{accounts.failure}</FieldError> : null}
        <GlobalMaximum {...props} />
      </div>
    </Section>
  );
}

function describeAvailable({ isManual }: EncoreSettings, count: number): string {
  const isCut = !isManual && count >= MOST_BEST_ACCOUNTS;
  const text = `${formatNumber(count)} accounts available`;
  return isCut ? `${text}. Only the best ${formatNumber(MOST_BEST_ACCOUNTS)} are used.` : text;
}

const TYPES = [
  { value: 'verified_fan', label: 'Verified Fan', path: '/vf-queues-tool' },
  { value: 'standard', label: 'Standard', path: '/queues-tool' },
] as const satisfies readonly { value: QueueType; label: string; path: string }[];

/** The queue type that the categories belong to. */
function QueueTypes({ change, accounts }: AccountsSectionProps) {
  return (
    <Segmented
      block
      label="Queue type"
      value={accounts.type}
      onChange={(queueType) => {
        savedQueueType.write(queueType);
        change({ queueType });
      }}
      choices={TYPES.map(({ value, label }) => ({
        value,
        label: `${label} (${formatNumber(accounts.categories[value].length)})`,
      }))}
    />
  );
}

function CategoryList({ settings, change, accounts }: AccountsSectionProps) {
  const categories = accounts.categories[accounts.type];
  const isReadOnly = use(ReadOnlyArea);
  const choose = (chosen: readonly string[]) => {
    savedCategories.write(chosen);
    change({ categories: [...chosen] });
  };
  const toggle = (name: string, isOn: boolean) => {
    const others = settings.categories.filter((other) => other !== name);
    choose(isOn ? [...others, name] : others);
  };
  useCommands(
    categories.map(({ name }) => {
      const isOn = settings.categories.includes(name);
      const label = `${isOn ? 'Leave out' : 'Use'} the accounts of ${name}`;
      return { id: `encore.category ${name}`, label, run: () => toggle(name, !isOn) };
    }),
  );
  useShortcut('1-9', 'Use or leave out the category with this number', ({ key }) => {
    const name = categories[Number(key) - 1]?.name;
    if (name !== undefined) toggle(name, !settings.categories.includes(name));
  });
  const type = TYPES.find(({ value }) => value === accounts.type) ?? TYPES[0];
  if (categories.length === 0) {
    return (
      <p className="text-text-muted">
        There are no {type.label} account categories yet.{' '}
        <Link to={type.path} className={textLinkClass}>
          View queue statistics
        </Link>
      </p>
    );
  }
  const names = categories.map(({ name }) => name);
  const isAll = names.every((name) => settings.categories.includes(name));
  return (
    <fieldset className="m-0 min-w-0 border-0 p-0">
      <div className="mb-1.5 flex items-center gap-2">
        <legend className="p-0 text-xs font-medium">Account categories</legend>
        <Button
          size="xs"
          variant="ghost"
          className="ml-auto"
          onClick={() => choose(isAll ? [] : names)}
        >
          {isAll ? 'Deselect All' : 'Select All'}
        </Button>
      </div>
      <div
        className={clsx(
          'rounded-md border border-border-strong',
          !isReadOnly && 'max-h-52 overflow-auto',
        )}
      >
        <ul className="m-0 p-0">
          {categories.map((category, index) => (
            <CategoryChoice
              key={category.name}
              category={category}
              index={index}
              checked={settings.categories.includes(category.name)}
              onChange={(isOn) => toggle(category.name, isOn)}
            />
          ))}
        </ul>
      </div>
    </fieldset>
  );
}

interface CategoryChoiceProps {
  category: Accounts['categories'][QueueType][number];
  /** Its index in the list; the first nine have a key. */
  index: number;
  checked: boolean;
  onChange: (isOn: boolean) => void;
}

function CategoryChoice({ category, index, checked, onChange }: CategoryChoiceProps) {
  const { name, tested_accounts, total_accounts } = category;
  return (
    <li className="group border-border px-2.5 py-1.5 [&+li]:border-t">
      <CheckboxField className="[&>span]:flex-1" checked={checked} onChange={onChange}>
        <span className="flex items-baseline gap-2">
          <span className="min-w-0 flex-1 truncate" title={name}>
            {name}
          </span>
          <span className="tn text-xs text-text-muted">
            {formatNumber(tested_accounts)} of {formatNumber(total_accounts)} tested
          </span>
          {index < 9 ? (
            // The key appears only on hover and focus: beside the number of accounts, a permanent
            // one would look like a number.
            <span
              aria-hidden="true"
              className="invisible group-focus-within:visible group-hover:visible"
            >
              <Kbd>{index + 1}</Kbd>
            </span>
          ) : null}
        </span>
      </CheckboxField>
    </li>
  );
}

function PercentFilters({ settings, change }: AccountsSectionProps) {
  const problems = checkPercents(settings.minPercent, settings.maxPercent);
  const draw = (
    key: 'minPercent' | 'maxPercent',
    label: string,
    placeholder: string,
    error: string | null,
  ) => (
    <Field label={label} error={error} className="flex-1">
      {(control) => (
        <Input
          {...control}
          inputMode="decimal"
          autoComplete="off"
          className="tn"
          placeholder={placeholder}
          suffix="%"
          value={settings[key]}
          onChange={(event) => change({ [key]: event.target.value.trim() })}
        />
      )}
    </Field>
  );
  return (
    <fieldset className="m-0 min-w-0 border-0 p-0">
      <legend className="sr-only">Percentage filters</legend>
      <div className="flex gap-2.5">
        {draw('minPercent', 'Min ratio', '0', problems.min)}
        {draw('maxPercent', 'Max ratio', '100', problems.max)}
      </div>
      <p className="mt-1.5 text-xs text-text-muted">
        Average queue ratio. The lowest go first; untested accounts are left out.
      </p>
    </fieldset>
  );
}

function GlobalMaximum({ settings, change, accounts, events }: AccountsSectionProps) {
  const { available } = accounts;
  const count = isUncounted(available) ? null : available.list.length;
  const problem = checkGlobalMaximum(settings.globalMax, count);
  const apply = () =>
    change({
      maxAccounts: Object.fromEntries(events.map(({ id }) => [id, settings.globalMax] as const)),
    });
  return (
    <div className="flex items-start gap-2.5">
      <MaximumField
        label="Global max accounts"
        className="flex-1"
        value={settings.globalMax}
        bound={count}
        error={problem}
        onChange={(globalMax) => change({ globalMax })}
      />
      <Button className="mt-5.75" disabled={problem !== null} onClick={apply}>
        Apply to All
      </Button>
    </div>
  );
}
