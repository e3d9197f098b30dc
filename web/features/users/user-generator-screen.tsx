import { Info, UsersRound, WandSparkles } from 'lucide-react';
import { useEffect, useEffectEvent } from 'react';
import {
  DEFAULT_COUNT,
  generateForm,
  MOST_BATCHES,
  MOST_USERS,
  NATIONALITIES,
  NATIONALITY_CODES,
} from '../../../shared/users/schema.ts';
import { Form, FormField, FormSubmit } from '../../kit/form/form.tsx';
import { type Form as FormState, useForm } from '../../kit/form/use-form.ts';
import { useCommands } from '../../kit/keys/commands.ts';
import { useShortcut } from '../../kit/keys/shortcuts.ts';
import { Screen } from '../../kit/screen.tsx';
import { countOf, formatNumber } from '../../lib/format.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Flag } from '../../ui/flag.tsx';
import { Input, Select } from '../../ui/input.tsx';
import { keyLabel } from '../../ui/kbd.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { toast } from '../../ui/toast.tsx';
import { FORM_DEFAULTS, formOf, type UsersForm } from './queries.ts';
import {
  cancelRun,
  clearRun,
  continueRun,
  startRun,
  totalOf,
  type UserRun,
  useUserRun,
} from './run.ts';
import type { UsersSearch } from './search-state.ts';
import { UserResults } from './user-results.tsx';

const QUICK_COUNTS = ['100', '500', '1000'];
const GENERATE_KEYS = 'mod+Enter';

interface UserGeneratorScreenProps {
  search: UsersSearch;
  onSearch: (search: UsersSearch) => void;
}

/** User Generator: fictitious people for tests. */
export function UserGeneratorScreen({ search, onSearch }: UserGeneratorScreenProps) {
  const run = useUserRun();
  const { search: term, view, start, ...request } = search;
  const hasRequest = Object.values(request).some((value) => value !== undefined);
  const form = useForm(generateForm, {
    initial: hasRequest || run.input === null ? formOf(search) : textsOf(run.input),
    submit: async (input, values) => {
      startRun(input);
      const { count, nationality, batches, seed } = values;
      onSearch({
        count,
        nationality,
        batches: batches === '1' ? undefined : batches,
        seed: seed || undefined,
        view,
      });
    },
    failure: { refused: '', thrown: '' },
  });
  const startFromAddress = useEffectEvent(() => {
    const { count = '' } = search;
    if (form.values.count !== count) return form.change({ count });
    onSearch({ ...search, start: undefined });
    form.submit();
  });
  const isFilled = form.values.count === search.count;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the form has the count of the address after its next render.
  useEffect(() => {
    if (start === 'now') startFromAddress();
  }, [start, isFilled]);
  const reset = () => {
    const restore = clearRun();
    const { values } = form;
    form.reset(FORM_DEFAULTS);
    onSearch({ view });
    if (run.phase === 'idle') return;
    const undo = () => {
      restore();
      form.reset(values);
    };
    toast({ title: 'Users cleared', tone: 'info', action: { label: 'Undo', run: undo } });
  };
  return (
    <Screen
      title="User Generator"
      context="Names, addresses and phones for tests"
      layout="fixed"
      className="max-lg:overflow-auto"
    >
      <div className="grid min-h-0 flex-1 grid-cols-form-fill max-lg:block">
        <GenerateForm form={form} run={run} onReset={reset} />
        <section
          aria-label="Users"
          className="relative flex min-h-0 min-w-0 flex-col max-lg:h-[calc(100dvh-56px)] max-lg:border-t max-lg:border-border"
        >
          <Results run={run} search={search} onSearch={onSearch} />
        </section>
      </div>
    </Screen>
  );
}

const textsOf = (input: NonNullable<UserRun['input']>): UsersForm => ({
  ...input,
  count: String(input.count),
  batches: String(input.batches),
});

function Results({ run, search, onSearch }: UserGeneratorScreenProps & { run: UserRun }) {
  if (run.users.length > 0) return <UserResults run={run} search={search} onSearch={onSearch} />;
  if (run.phase === 'error')
    return (
      <ErrorState
        title={run.message}
        onRetry={() => void continueRun()}
        requestId={run.requestId}
        className="my-auto"
      />
    );
  if (run.phase === 'generating')
    return (
      <p
        role="status"
        className="after-a-moment flex flex-1 items-center justify-center gap-2 text-text-muted"
      >
        <Spinner />
        Generating {countOf(totalOf(run), 'user')}
      </p>
    );
  return (
    <EmptyState
      title="No users yet"
      className="md:my-auto"
      art={<UsersRound className="size-8" strokeWidth={1.5} />}
    >
      Choose a count and a nationality. Each user has a name, an address whose parts belong
      together, and a phone number.
    </EmptyState>
  );
}

interface GenerateFormProps {
  form: FormState<UsersForm>;
  run: UserRun;
  onReset: () => void;
}

function GenerateForm({ form, run, onReset }: GenerateFormProps) {
  const { values } = form;
  const isRunning = run.phase === 'generating';
  const parsed = generateForm.safeParse(values);
  const total = parsed.success ? parsed.data.count * parsed.data.batches : null;
  useShortcut(GENERATE_KEYS, 'Generate users', () => form.submit());
  useCommands([
    isRunning
      ? { id: 'users.cancel', label: 'Cancel generating users', run: cancelRun }
      : {
          id: 'users.generate',
          label: 'Generate users',
          shortcut: keyLabel(GENERATE_KEYS),
          run: () => form.submit(),
        },
    { id: 'users.reset', label: 'Reset the user generator', run: onReset },
  ]);
  return (
    <Form
      form={form}
      label="Generate users"
      className="flex min-h-0 flex-col border-r border-border bg-bg max-lg:border-r-0"
    >
      <div className="flex min-h-0 flex-1 flex-col gap-4 overflow-y-auto px-5 py-4 max-md:px-3.5 max-md:gap-3">
        <CountField form={form} isRunning={isRunning} />
        <NationalityField form={form} isRunning={isRunning} />
        <OptionalFields form={form} isRunning={isRunning} total={total} />
        <p className="flex gap-2 text-xs leading-4.25 text-text-muted max-lg:hidden">
          <Info className="mt-px size-3.5 flex-none" />
          Test data. Phone numbers come from ranges reserved for fiction, or from ranges that no
          operator has been assigned. No email address or card is made.
        </p>
      </div>
      <div className="flex-none border-t border-border px-5 py-3 max-md:px-3.5 max-lg:border-t-0 max-lg:pt-0">
        <div className="flex flex-wrap gap-2 [&>p]:order-last [&>p]:basis-full">
          {isRunning ? (
            <>
              <Button variant="primary" busy className="max-lg:grow">
                Generating
              </Button>
              <Button onClick={cancelRun}>Cancel</Button>
            </>
          ) : (
            <>
              <FormSubmit form={form} className="max-lg:grow" icon={<WandSparkles />}>
                Generate users
              </FormSubmit>
              <Button onClick={onReset}>Reset</Button>
            </>
          )}
        </div>
      </div>
    </Form>
  );
}

interface FieldsProps {
  form: FormState<UsersForm>;
  /** Whether a run is generating; then the fields are disabled. */
  isRunning: boolean;
}

const NUMERIC = { inputMode: 'numeric', autoComplete: 'off' } as const;

function CountField({ form, isRunning }: FieldsProps) {
  return (
    <FormField form={form} name="count" label="Count" hint={`1 to ${MOST_USERS}.`}>
      {(control) => (
        // In one line with the field, whose hint and error take the whole width below.
        <span className="flex items-center gap-2.5">
          <Input
            {...control}
            {...NUMERIC}
            disabled={isRunning}
            placeholder={String(DEFAULT_COUNT)}
            className="tn w-26! flex-none text-right"
          />
          <Segmented
            block
            label="Quick counts"
            className="flex-1! [&_label]:h-7 max-md:[&_label]:h-9"
            value={form.values.count.trim()}
            onChange={(count) => form.change({ count })}
            choices={QUICK_COUNTS.map((value) => ({
              value,
              label: value,
              disabled: isRunning,
            }))}
          />
        </span>
      )}
    </FormField>
  );
}

function NationalityField({ form, isRunning }: FieldsProps) {
  return (
    <FormField form={form} name="nationality" label="Nationality">
      {(control) => (
        <span className="relative block">
          <span className="pointer-events-none absolute inset-y-0 left-2.5 flex items-center">
            <Flag code={form.values.nationality} />
          </span>
          <Select
            {...control}
            disabled={isRunning}
            className="pl-8!"
            options={NATIONALITY_CODES.map((value) => ({
              value,
              label: NATIONALITIES[value].name,
            }))}
          />
        </span>
      )}
    </FormField>
  );
}

/** @param total the users of all batches; null while the form is not valid. */
function OptionalFields({ form, isRunning, total }: FieldsProps & { total: number | null }) {
  return (
    <div className="flex flex-col gap-4 max-lg:flex-row max-lg:gap-2.5">
      <FormField
        form={form}
        name="batches"
        label="Batches"
        optional
        hint={`${total === null ? '' : `${countOf(total, 'user')} in all. `}Up to ${MOST_BATCHES} batches, ${formatNumber(MOST_BATCHES * MOST_USERS)} users.`}
        className="max-lg:flex-1"
      >
        {(control) => (
          <Input
            {...control}
            {...NUMERIC}
            disabled={isRunning}
            className="tn w-26! text-right max-lg:w-full!"
          />
        )}
      </FormField>
      <FormField
        form={form}
        name="seed"
        label="Seed"
        optional
        hint="The same seed gives the same users."
        className="max-lg:flex-1"
      >
        {(control) => (
          <Input {...control} disabled={isRunning} autoComplete="off" spellCheck={false} />
        )}
      </FormField>
    </div>
  );
}
