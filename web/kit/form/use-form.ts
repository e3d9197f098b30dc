import {
  type FocusEvent,
  type FormEvent,
  type RefObject,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from 'react';
import { ApiError } from '../../lib/api-error.ts';
import { useIsMounted } from '../../lib/mounted.ts';
import type { ToastContent } from '../../ui/toast-view.tsx';
import { type Failure, failureText, toastFailure, toastLater } from '../failure.ts';
import { checkValues, type FormSchema, type Messages, placeIssues } from './form-state.ts';

/** The names of a form's fields. */
type NameOf<Values> = Extract<keyof Values, string>;

interface FormOptions<Values extends object, Output> {
  /** The values as typed: numbers stay text until the schema reads them. */
  initial: Values;
  /** Stores the values outside the form, such as in the address. */
  state?: readonly [values: Values, setValues: (values: Values) => void];
  /** The input of the schema; the values themselves by default. */
  toInput?: (values: Values) => unknown;
  /** The field for the first part of an issue's path if their names differ. */
  fieldOf?: (path: string) => string;
  /** Names of fields for the reason why the form cannot be submitted. */
  labels?: Messages<NameOf<Values>>;
  /** Sends the checked values. An error that it throws is shown in the form, which keeps its values. */
  submit: (output: Output, values: Values) => unknown;
  /** The toast after a successful submit. */
  done?: string | ((output: Output) => ToastContent);
  /** After a successful submit, unless the form was closed before. */
  onDone?: () => void;
  /** Texts for a failed submit. */
  failure: Failure;
  /** The field that gets the focus after a failure that no field shows: the one to type again, such as a password. */
  retryField?: NameOf<Values>;
}

/** A form's state. Pass it to `Form`, `FormField` and `FormSubmit`. */
export interface Form<Values extends object> {
  values: Values;
  /**
   * The visible messages: of fields that were left or submitted with an error, and of the server.
   */
  messages: Messages<NameOf<Values>>;
  /** Why the form cannot be submitted; null if it can. */
  reason: string | null;
  /** True after the first submit. */
  isTried: boolean;
  isSubmitting: boolean;
  /** Why the last submit failed, if no field shows the reason. */
  failure: string | null;
  change: (part: Partial<Values>) => void;
  /** Shows messages of changed fields. `Form` calls it when a control loses focus. */
  blur: (event: FocusEvent) => void;
  /** Shows all messages and moves focus to the first. @returns whether the values are valid. */
  validate: () => boolean;
  submit: (event?: FormEvent) => void;
  /** Back to the initial values, or to others. */
  reset: (values?: Values) => void;
  element: RefObject<HTMLFormElement | null>;
}

interface Progress<Name extends string> {
  changed: ReadonlySet<Name>;
  /** Fields whose message shows until they are valid. */
  failed: ReadonlySet<Name>;
  server: Messages<Name>;
  failure: string | null;
  isTried: boolean;
  isSubmitting: boolean;
  /** Counts requests to move focus to the first invalid field. */
  focusRequests: number;
  /** Counts failures that no field shows. */
  failures: number;
}

const untouched = <Name extends string>(): Progress<Name> => ({
  changed: new Set(),
  failed: new Set(),
  server: {},
  failure: null,
  isTried: false,
  isSubmitting: false,
  focusRequests: 0,
  failures: 0,
});

const sameName = (path: string) => path;

/**
 * A form over a shared schema. A field is checked when it is left, and on each change once it has failed; a submit
 * checks all of them.
 * @param schema gives the output for `submit`, or messages. It may depend on props.
 */
export function useForm<Values extends object, Output>(
  schema: FormSchema<Output>,
  options: FormOptions<Values, Output>,
): Form<Values> {
  type Name = NameOf<Values>;
  const { fieldOf = sameName, labels = {}, toInput } = options;
  const localState = useState(options.initial);
  const [values, setValues] = options.state ?? localState;
  const [progress, setProgress] = useState(untouched<Name>);
  const element = useRef<HTMLFormElement>(null);
  const isMounted = useIsMounted();
  /**
   * Closes the toast of the last success, which must not be shown beside the result of another
   * submit.
   */
  const closeDone = useRef<() => void>(null);
  const patch = (part: Partial<Progress<Name>>) => setProgress((now) => ({ ...now, ...part }));

  const fields = new Set(Object.keys(options.initial));
  const check = (candidate: Values) =>
    checkValues<Name, Output>(schema, toInput ? toInput(candidate) : candidate, {
      fields,
      fieldOf,
      labels,
    });
  const checked = check(values);
  const problemsOf = (result: typeof checked): Messages<Name> =>
    result.isValid ? {} : result.messages;
  const problems = problemsOf(checked);
  const namesOf = (messages: Messages<Name>) => Object.keys(messages) as Name[];

  const { focusRequests } = progress;
  useEffect(() => {
    if (focusRequests === 0) return;
    element.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
  }, [focusRequests]);

  const { failures } = progress;
  const focusRetry = useEffectEvent(() => {
    const { retryField } = options;
    if (retryField === undefined) return;
    const field = element.current?.querySelector<HTMLInputElement>(`[name="${retryField}"]`);
    field?.focus();
    field?.select();
  });
  useEffect(() => {
    if (failures > 0) focusRetry();
  }, [failures]);

  const change = (part: Partial<Values>) => {
    const next = { ...values, ...part };
    setValues(next);
    const stillWrong = problemsOf(check(next));
    const names = Object.keys(part) as Name[];
    setProgress((now) => ({
      ...now,
      changed: new Set([...now.changed, ...names]),
      failed: new Set([...now.failed].filter((name) => name in stillWrong)),
      server: omit(now.server, names),
      failure: null,
    }));
  };

  const blur = ({ relatedTarget }: FocusEvent) => {
    // A message that appears on the press of a button would move the button away before its click.
    if (relatedTarget instanceof HTMLButtonElement) return;
    const isChanged = (name: Name) => progress.changed.has(name);
    patch({ failed: new Set([...progress.failed, ...namesOf(problems).filter(isChanged)]) });
  };

  const validate = () => {
    setProgress((now) => ({
      ...now,
      failed: new Set(namesOf(problems)),
      isTried: true,
      focusRequests: now.focusRequests + (checked.isValid ? 0 : 1),
    }));
    return checked.isValid;
  };

  const fail = (error: unknown) => {
    if (!isMounted.current) return toastFailure(options.failure)(error);
    const text = failureText(error, options.failure);
    const issues = error instanceof ApiError ? error.issues : [];
    const { byField, other } = placeIssues<Name>(issues, fields, fieldOf);
    const isPlaced = namesOf(byField).length > 0;
    setProgress((now) => ({
      ...now,
      server: byField,
      failure: isPlaced && other.length === 0 ? null : text,
      focusRequests: now.focusRequests + (isPlaced ? 1 : 0),
      failures: now.failures + (isPlaced ? 0 : 1),
    }));
  };

  const send = async (output: Output) => {
    closeDone.current?.();
    patch({ isSubmitting: true, failure: null, server: {} });
    try {
      await options.submit(output, values);
      const { done } = options;
      if (done)
        closeDone.current = toastLater(typeof done === 'string' ? { title: done } : done(output));
      if (isMounted.current) options.onDone?.();
    } catch (error) {
      fail(error);
    } finally {
      patch({ isSubmitting: false });
    }
  };

  return {
    values,
    messages: { ...pick(problems, progress.failed), ...progress.server },
    reason: checked.isValid ? null : checked.reason,
    isTried: progress.isTried,
    isSubmitting: progress.isSubmitting,
    failure: progress.failure,
    change,
    blur,
    validate,
    submit: (event) => {
      event?.preventDefault();
      if (progress.isSubmitting || !validate() || !checked.isValid) return;
      void send(checked.output);
    },
    reset: (next = options.initial) => {
      setValues(next);
      setProgress(untouched<Name>());
    },
    element,
  };
}

function pick<Name extends string>(
  messages: Messages<Name>,
  names: ReadonlySet<Name>,
): Messages<Name> {
  const picked: Messages<Name> = {};
  for (const name of names) if (messages[name] !== undefined) picked[name] = messages[name];
  return picked;
}

function omit<Name extends string>(
  messages: Messages<Name>,
  names: readonly Name[],
): Messages<Name> {
  const left = { ...messages };
  for (const name of names) delete left[name];
  return left;
}
