import { useMutation } from '@tanstack/react-query';
import { Send } from 'lucide-react';
import { useId } from 'react';
import { fieldsOf, variantOfLinks } from '../../../../shared/encore/fields.ts';
import { minimumAccounts, NO_EVENTS_CONFIGURED } from '../../../../shared/signup/constants.ts';
import { checkValues } from '../../../../shared/site-generator/fields.ts';
import { reportFile } from '../../../kit/file-report.ts';
import { useKeyCommand } from '../../../kit/keys/key-command.ts';
import { countOf, formatNumber } from '../../../lib/format.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { BlockedReason, FieldError } from '../../../ui/field.tsx';
import { latePart } from '../../../ui/late-part.tsx';
import { Progress } from '../../../ui/progress.tsx';
import { useWebhooks } from '../../site-generator/fields/use-webhooks.ts';
import { countSlots } from '../events/export-events.ts';
import type { SignupState } from '../state.ts';
import type { Signup } from '../use-signup.ts';
import { BeyondLimits, type Dispatch, DispatchError, dispatchZip } from './dispatch.ts';
import { type ConfirmedLimits, cutToLimits } from './dispatch-request.ts';
import type { useFeasibility } from './use-feasibility.ts';

const KEYS = 'mod+Enter';
const LABEL = 'Dispatch accounts';

const LimitDialog = latePart(() => import('../../limit-guard/limit-dialog.tsx'), 'LimitDialog');

interface DispatchSectionProps {
  state: SignupState;
  change: Signup['change'];
  feasibility: ReturnType<typeof useFeasibility>;
  /** The faults of typed numbers, by the name of their field. */
  problems: Readonly<Record<string, string>>;
}

/** The dispatch and its failure; a dispatch beyond limits fails with a question. */
function useDispatch() {
  const { error, reset, data, variables, ...dispatch } = useMutation({
    mutationFn: dispatchZip,
    onSuccess: ({ file }, { state }) => reportFile(file, countOf(countSlots(state), 'slot')),
  });
  const isQuestion = error instanceof BeyondLimits;
  return {
    ...dispatch,
    error: isQuestion ? null : error,
    question: isQuestion ? error.limits : null,
    dismiss: reset,
    unread: data?.unread ?? [],
    /** The limits that the last dispatch confirmed; null if it confirmed none. */
    confirmed: variables?.confirmed ?? null,
  };
}

/** The slots that can be filled, and the dispatch. */
export function DispatchSection(props: DispatchSectionProps) {
  const { state, feasibility, problems } = props;
  const reasonId = useId();
  const slots = countSlots(state);
  const dispatch = useDispatch();
  const { confirmed } = dispatch;
  const webhooks = useWebhooks(state.webhooks);
  const blocker = findBlocker(state, { slots, webhooks, problems });
  const isReady = blocker === null && !dispatch.isPending;
  const send = (part: Partial<Dispatch> = {}) =>
    dispatch.mutate({ state, webhooks: webhooks ?? [], ...part });
  // After a failure, the confirmed limits remain confirmed.
  const answer = dispatch.error !== null && confirmed !== null ? { confirmed } : {};
  const run = () => send(answer);
  useKeyCommand(KEYS, { id: 'signup.dispatch', label: LABEL, run }, { enabled: isReady });
  return (
    <section
      aria-label="Dispatch"
      className="flex flex-none flex-col gap-2.5 border-t border-border px-5 py-3 max-lg:order-last max-md:px-3.5"
    >
      <div className="flex items-center gap-2">
        <h2 className="flex-1 font-semibold">Dispatch</h2>
        <Verdict slots={slots} feasibility={feasibility} />
      </div>
      <dl className="grid grid-cols-3 gap-2">
        <Figure label="Total slots" value={slots} />
        <Figure
          label="Minimum accounts needed"
          value={minimumAccounts(slots, state.eventsByAccount)}
        />
        <Figure label="Accounts available" value={feasibility.accounts} />
      </dl>
      <Filling slots={slots} feasibility={feasibility} />
      <Button
        variant="primary"
        className="w-full"
        busy={dispatch.isPending}
        aria-disabled={blocker !== null || undefined}
        aria-describedby={blocker === null ? undefined : reasonId}
        icon={<Send />}
        aria-keyshortcuts="Control+Enter Meta+Enter"
        onClick={run}
      >
        {dispatch.isPending ? 'Processing' : LABEL}
      </Button>
      {blocker === null ? null : <BlockedReason id={reasonId}>{blocker}</BlockedReason>}
      {dispatch.error ? (
        <DispatchFailure
          error={dispatch.error}
          onRetry={confirmed === null || blocker !== null ? null : run}
        />
      ) : null}
      {dispatch.unread.length > 0 ? <UnreadLimits names={dispatch.unread} /> : null}
      {dispatch.question ? (
        <BeyondQuestion
          {...props}
          question={dispatch.question}
          onClose={dispatch.dismiss}
          onDispatch={send}
        />
      ) : null}
    </section>
  );
}

interface BeyondQuestionProps extends Pick<DispatchSectionProps, 'state' | 'change'> {
  question: ConfirmedLimits;
  onClose: () => void;
  onDispatch: (part: Partial<Dispatch>) => void;
}

function BeyondQuestion({ state, change, question, onClose, onDispatch }: BeyondQuestionProps) {
  const { exceeded } = question;
  return (
    <LimitDialog
      exceeded={exceeded}
      events={Object.values(state.accounts).filter((count) => count > 0).length}
      file={null}
      confirmLabel="Dispatch anyway"
      onClose={onClose}
      onConfirm={() => onDispatch({ confirmed: question })}
      onCut={() => {
        const cut = cutToLimits(state, exceeded);
        change(cut);
        onDispatch({ state: { ...state, ...cut } });
      }}
    />
  );
}

/** Why nothing can be dispatched; null if something can. */
function findBlocker(
  state: SignupState,
  {
    slots,
    webhooks,
    problems,
  }: { slots: number; webhooks: readonly string[] | null } & Pick<DispatchSectionProps, 'problems'>,
): string | null {
  const [problem] = Object.entries(problems);
  if (problem !== undefined) return problem.join(': ');
  if (slots === 0) return NO_EVENTS_CONFIGURED;
  if (!state.useEncore) return null;
  if (webhooks === null) return 'Loading the preset webhooks.';
  const fields = fieldsOf(variantOfLinks([state.infos.url]), state.customFields);
  return checkValues(fields, state.globalConfig)[0] ?? null;
}

/** The events whose amounts were not compared with any ticket limit. */
function UnreadLimits({ names }: { names: readonly string[] }) {
  const more = names.length - NAMED_AT_MOST;
  return (
    <p role="status" className="text-xs wrap-anywhere text-warning-text">
      The ticket {names.length === 1 ? 'limit' : 'limits'} of {countOf(names.length, 'event')} could
      not be read. Check the amounts of {names.slice(0, NAMED_AT_MOST).join('; ')}
      {more > 0 ? ` and ${formatNumber(more)} more` : ''}.
    </p>
  );
}

const NAMED_AT_MOST = 3;

interface DispatchFailureProps {
  error: Error;
  /** Null if the button of the dispatch repeats it. */
  onRetry: (() => void) | null;
}

function DispatchFailure({ error, onRetry }: DispatchFailureProps) {
  const explanation = error instanceof DispatchError ? error.explanation : null;
  return (
    <div role="alert">
      {explanation === null ? null : <FieldError>{explanation}</FieldError>}
      <FieldError>{error.message}</FieldError>
      {onRetry === null ? null : (
        <Button size="xs" className="mt-1" onClick={onRetry}>
          Retry with the confirmed limits
        </Button>
      )}
    </div>
  );
}

function Figure({ label, value }: { label: string; value: number | null }) {
  return (
    <div className="flex min-w-0 flex-col justify-between">
      <dt className="text-2xs leading-3.5 text-text-muted">{label}</dt>
      <dd className="tn m-0 text-lg font-semibold">{value === null ? '…' : formatNumber(value)}</dd>
    </div>
  );
}

type VerdictProps = Pick<DispatchSectionProps, 'feasibility'> & { slots: number };

function Verdict({ slots, feasibility: { answer } }: VerdictProps) {
  if (slots === 0 || !answer || answer.requested !== slots) return null;
  if (answer.assigned === slots) return <Badge tone="success">All slots can be filled</Badge>;
  return <Badge tone="warning">{formatNumber(slots - answer.assigned)} slots stay empty</Badge>;
}

/** The number of slots that can be filled, before anything is dispatched. */
function Filling({ slots, feasibility }: VerdictProps) {
  const { answer, failure, retry } = feasibility;
  if (failure !== null) {
    return (
      <div className="flex items-center gap-2">
        <FieldError>{failure}</FieldError>
        <Button size="xs" onClick={retry}>
          Retry
        </Button>
      </div>
    );
  }
  if (slots === 0 || !answer) return null;
  return (
    <div>
      <Progress
        label="Slots that can be filled"
        value={answer.assigned}
        max={answer.requested}
        tone={answer.assigned === answer.requested ? 'success' : 'warning'}
      />
      <p role="status" className="tn mt-1 text-xs text-text-muted">
        {formatNumber(answer.assigned)} of {formatNumber(answer.requested)} slots can be filled with{' '}
        {formatNumber(answer.accountsUsed)} accounts
      </p>
    </div>
  );
}
