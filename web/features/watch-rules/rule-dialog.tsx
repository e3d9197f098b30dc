import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { Upload } from 'lucide-react';
import { useRef, useState } from 'react';
import { CATALOGUE_COUNTRIES } from '../../../shared/catalogues/schema.ts';
import { countryName } from '../../../shared/ticketing/view/countries.ts';
import {
  countRequest,
  type MatchedNames,
  MOST_ARTISTS,
  newWatchRule,
  type WatchRule,
} from '../../../shared/watch-rules/schema.ts';
import { toastFailure, toastLater, tryAgain } from '../../kit/failure.ts';
import { FormField } from '../../kit/form/form.tsx';
import { FormDialog } from '../../kit/form/form-dialog.tsx';
import { type Form, useForm } from '../../kit/form/use-form.ts';
import { type Question, useQuestion } from '../../kit/question.tsx';
import { useDebounced } from '../../lib/debounced.ts';
import { countOf, formatNumber } from '../../lib/format.ts';
import { Button } from '../../ui/button.tsx';
import { Input, Textarea } from '../../ui/input.tsx';
import { MultiSelect } from '../../ui/multi-select.tsx';
import { FoundArtists } from './found-artists.tsx';
import { faultOf, namesOfFile } from './names-of-file.ts';
import { countQuery, matchArtists, saveRule } from './queries.ts';
import {
  EMPTY_RULE,
  inputOf,
  linesOf,
  type RuleValues,
  replaceLine,
  valuesOf,
  withArtists,
  withChoice,
} from './rule-values.ts';

const COUNTRIES = CATALOGUE_COUNTRIES.map((value) => ({ value, label: countryName(value) }));
const FIELDS: Record<string, keyof RuleValues> = { opens_within_hours: 'hours' };
/** The count is requested after typing has paused for this long. */
const TYPING_MS = 400;

const discardOf = (close: () => void): Question => ({
  title: 'Discard this watch rule?',
  text: 'What you have entered is not saved.',
  confirmLabel: 'Discard',
  cancelLabel: 'Keep editing',
  run: async () => close(),
  done: 'Changes discarded',
  failure: 'Failed to close the form',
});

/** The form of a new rule, or of an existing one. */
export function RuleDialog({ rule, onClose }: { rule: WatchRule | null; onClose: () => void }) {
  const initial = rule === null ? EMPTY_RULE : valuesOf(rule);
  const [question, ask] = useQuestion();
  const form = useForm(newWatchRule, {
    initial,
    toInput: inputOf,
    fieldOf: (path) => FIELDS[path] ?? path,
    submit: (output) => saveRule(rule?.id ?? null, output),
    done: rule === null ? 'Watch rule added' : 'Watch rule saved',
    onDone: onClose,
    failure: tryAgain('Failed to save the watch rule'),
  });
  const { values, change } = form;
  const leave = () => {
    if (JSON.stringify(values) === JSON.stringify(initial)) onClose();
    else ask(discardOf(onClose));
  };
  return (
    <FormDialog
      form={form}
      title={rule === null ? 'New watch rule' : 'Edit watch rule'}
      onClose={leave}
      onCancel={onClose}
      submitLabel="Save rule"
      busyLabel="Saving..."
      aside={<MatchCount values={values} />}
    >
      <FormField form={form} name="name" label="Name *">
        {(control) => <Input {...control} data-focus-first autoComplete="off" />}
      </FormField>
      <ArtistsField form={form} />
      <div>
        <MultiSelect
          label="Countries"
          options={COUNTRIES}
          selected={values.countries}
          onChange={(countries) => change({ countries })}
        />
      </div>
      <div className="grid gap-3.5 md:grid-cols-2">
        <FormField form={form} name="cities" label="Cities" optional hint="Separated by ;">
          {(control) => <Input {...control} autoComplete="off" placeholder="All cities" />}
        </FormField>
        <FormField form={form} name="venues" label="Venues" optional hint="Separated by ;">
          {(control) => <Input {...control} autoComplete="off" placeholder="All venues" />}
        </FormField>
        <FormField
          form={form}
          name="segments"
          label="Segments or genres"
          optional
          hint="Such as Music; Rock"
        >
          {(control) => <Input {...control} autoComplete="off" placeholder="All segments" />}
        </FormField>
        <FormField form={form} name="hours" label="Opens within" optional hint="Hours">
          {(control) => <Input {...control} inputMode="numeric" placeholder="Any" />}
        </FormField>
      </div>
      {question}
    </FormDialog>
  );
}

/** The artists as a list that is typed, pasted or uploaded, with the results of the catalogues. */
function ArtistsField({ form }: { form: Form<RuleValues> }) {
  const { values, change } = form;
  const file = useRef<HTMLInputElement>(null);
  const [matchedNames, setMatchedNames] = useState<MatchedNames | null>(null);
  const find = useMutation({
    mutationFn: matchArtists,
    onSuccess: (answer) => {
      setMatchedNames(answer);
      change({ artists: withArtists(values.artists, answer.matched) });
    },
    onError: toastFailure('Failed to find the artists'),
  });
  const names = linesOf(values.artists);
  const upload = async (given: File | undefined) => {
    if (given === undefined) return;
    try {
      const added = await namesOfFile(given);
      change({ artists: linesOf([values.artists, ...added].join('\n')).join('\n') });
    } catch (error) {
      toastLater({ title: 'Failed to read the list', text: faultOf(error), tone: 'danger' });
    }
  };
  const replace = (name: string, by: readonly string[]) => {
    change({ artists: replaceLine(values.artists, name, by) });
    setMatchedNames((now) => now && withChoice(now, name, by));
  };
  const removeUnknown = (unknown: readonly string[]) => {
    change({ artists: names.filter((name) => !unknown.includes(name)).join('\n') });
    setMatchedNames((now) => now && { ...now, unknown: [] });
  };
  return (
    <div className="flex flex-col gap-2">
      <FormField
        form={form}
        name="artists"
        label="Artists"
        optional
        aside={`${formatNumber(names.length)} of ${formatNumber(MOST_ARTISTS)}`}
        hint="One name in each line. Empty: every artist."
      >
        {(control) => <Textarea {...control} rows={6} spellCheck={false} />}
      </FormField>
      <div className="flex flex-wrap gap-2">
        <Button
          size="xs"
          busy={find.isPending}
          aria-disabled={names.length === 0 || undefined}
          onClick={names.length === 0 ? undefined : () => find.mutate(names)}
        >
          Find these artists
        </Button>
        <Button size="xs" icon={<Upload />} onClick={() => file.current?.click()}>
          Upload list
        </Button>
        <input
          ref={file}
          type="file"
          accept=".txt,.csv,text/plain,text/csv"
          aria-label="List of artists"
          className="hidden"
          onChange={(event) => {
            void upload(event.currentTarget.files?.[0]);
            event.currentTarget.value = '';
          }}
        />
      </div>
      {matchedNames !== null && names.length > 0 ? (
        <FoundArtists
          matches={matchedNames}
          onReplace={replace}
          onRemoveUnknown={() => removeUnknown(matchedNames.unknown)}
        />
      ) : null}
    </div>
  );
}

/**
 * The number of events that match today; the earlier number is muted until the next one arrives.
 */
function MatchCount({ values }: { values: RuleValues }) {
  const settled = useDebounced(values, TYPING_MS);
  const conditions = countRequest.safeParse(inputOf(settled)).data;
  const { data, isPlaceholderData, isError } = useQuery({
    ...countQuery(conditions ?? NOTHING),
    enabled: conditions !== undefined,
    placeholderData: keepPreviousData,
  });
  if (conditions === undefined) return null;
  if (isError) return <span role="status">The matching events cannot be counted</span>;
  if (data === undefined) return null;
  return (
    <span role="status" className={isPlaceholderData ? 'text-text-subtle' : undefined}>
      {countOf(data, 'event')} {data === 1 ? 'matches' : 'match'} today
    </span>
  );
}

const NOTHING = {
  artists: [],
  countries: [],
  cities: [],
  venues: [],
  segments: [],
  opens_within_hours: null,
};
