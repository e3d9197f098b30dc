import { newApiToken } from '../../../shared/api-tokens/schema.ts';
import { SCOPES, type Scope } from '../../../shared/api-tokens/scopes.ts';
import { DAY_MS } from '../../../shared/times.ts';
import { tryAgain } from '../../kit/failure.ts';
import { FormField } from '../../kit/form/form.tsx';
import { FormDialog } from '../../kit/form/form-dialog.tsx';
import { useForm } from '../../kit/form/use-form.ts';
import { ShownOnceDialog } from '../../kit/shown-once-dialog.tsx';
import { Time } from '../../kit/time.tsx';
import { useNow } from '../../lib/now.ts';
import { CheckboxField } from '../../ui/checkbox.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Fact, Facts } from '../../ui/facts.tsx';
import { FieldError, FieldGroup } from '../../ui/field.tsx';
import { Input } from '../../ui/input.tsx';
import { PasswordInput } from '../../ui/password-input.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { addToken } from './queries.ts';
import { SCOPE_TEXTS } from './scope-badges.tsx';

const DAYS = { '30': 30, '90': 90, '365': 365, never: null };
type End = keyof typeof DAYS;

const ENDS: { value: End; label: string }[] = [
  { value: '30', label: '30 days' },
  { value: '90', label: '90 days' },
  { value: '365', label: '1 year' },
  { value: 'never', label: 'Never' },
];

/** @returns the end as ISO 8601; null for a token that does not expire. */
function endOf(end: End, now: number): string | null {
  const days = DAYS[end];
  return days === null ? null : new Date(now + days * DAY_MS).toISOString();
}

export type MadeToken = Awaited<ReturnType<typeof addToken>>;

interface TokenDialogProps {
  onMade: (made: MadeToken) => void;
  onClose: () => void;
}

/** The form that creates a token. */
export function TokenDialog({ onMade, onClose }: TokenDialogProps) {
  const now = useNow();
  const form = useForm(newApiToken, {
    initial: { name: '', scopes: ['read'] as Scope[], end: '90' as End, password: '' },
    toInput: ({ end, ...given }) => ({ ...given, expires_at: endOf(end, Date.now()) }),
    fieldOf: (path) => (path === 'expires_at' ? 'end' : path),
    submit: async (json) => onMade(await addToken(json)),
    failure: tryAgain('Failed to create token'),
    retryField: 'password',
  });
  const { scopes, end } = form.values;
  return (
    <FormDialog
      form={form}
      title="Create token"
      description="The token is shown once, right after this step."
      onClose={onClose}
      submitLabel="Create token"
      busyLabel="Creating..."
    >
      <FormField form={form} name="name" label="Name" hint="The audit trail names it beside you.">
        {(control) => <Input {...control} data-focus-first maxLength={60} autoComplete="off" />}
      </FormField>
      <FieldGroup label="Scopes">
        <div className="flex flex-col rounded-md border border-border">
          {SCOPES.map((scope) => (
            <CheckboxField
              key={scope}
              name="scopes"
              checked={scopes.includes(scope)}
              onChange={(isChosen) =>
                form.change({
                  scopes: SCOPES.filter((one) => (one === scope ? isChosen : scopes.includes(one))),
                })
              }
              className="border-t border-border px-2.5 py-2 first:border-t-0"
            >
              {SCOPE_TEXTS[scope].label}
              <span className="block text-xs text-text-muted">{SCOPE_TEXTS[scope].text}</span>
            </CheckboxField>
          ))}
        </div>
        {form.messages.scopes ? <FieldError>{form.messages.scopes}</FieldError> : null}
      </FieldGroup>
      <FieldGroup
        label="Expires"
        hint={
          end === 'never' ? (
            'It can be used until it is revoked.'
          ) : (
            <>
              On <Time at={endOf(end, now)} as="day" />.
            </>
          )
        }
      >
        <div>
          <Segmented
            label="Expires"
            value={end}
            onChange={(next) => form.change({ end: next })}
            choices={ENDS}
          />
        </div>
      </FieldGroup>
      <FormField form={form} name="password" label="Current password">
        {(control) => <PasswordInput {...control} autoComplete="current-password" />}
      </FormField>
    </FormDialog>
  );
}

/** The created token, which cannot be shown again, and a call to try it with if it may read. */
export function MadeTokenDialog({ made, onClose }: { made: MadeToken; onClose: () => void }) {
  const { data, token } = made;
  return (
    <ShownOnceDialog
      what="token"
      text={token}
      description="Only a hash of it is stored; it cannot be shown again."
      onClose={onClose}
    >
      <Facts>
        <Fact label="Name">{data.name}</Fact>
        <Fact label="Scopes">
          {data.scopes.map((scope) => SCOPE_TEXTS[scope].label).join(', ')}
        </Fact>
        <Fact label="Expires">
          <Time at={data.expires_at} as="day" fallback="Never" />
        </Fact>
      </Facts>
      {data.scopes.includes('read') ? <FirstCall /> : null}
    </ShownOnceDialog>
  );
}

/** A call that any token with Read may make. */
function FirstCall() {
  const call = `curl -H "Authorization: Bearer $BOD_TOKEN" \\\n  "${location.origin}/api/sales?limit=5"`;
  return (
    <div>
      <div className="flex items-center gap-2 pb-1">
        <h3 className="text-xs font-medium">Try it</h3>
        <CopyButton text={call} label="Copy the call" />
      </div>
      <pre className="m-0 rounded-md bg-surface-sunken p-2.5 font-mono text-xs break-all whitespace-pre-wrap">
        {call}
      </pre>
    </div>
  );
}
