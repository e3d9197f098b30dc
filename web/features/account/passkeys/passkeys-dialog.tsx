import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { Fingerprint, Plus } from 'lucide-react';
import { useState } from 'react';
import { type Passkey, passkeyOptionsRequest } from '../../../../shared/account/passkeys.ts';
import { tryAgain } from '../../../kit/failure.ts';
import { FormField } from '../../../kit/form/form.tsx';
import { FormDialog } from '../../../kit/form/form-dialog.tsx';
import { useForm } from '../../../kit/form/use-form.ts';
import { QueryDialog } from '../../../kit/query-dialog.tsx';
import { Time } from '../../../kit/time.tsx';
import { api, send } from '../../../lib/api.ts';
import { countOf } from '../../../lib/format.ts';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { PasswordInput } from '../../../ui/password-input.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { AddPasskeyDialog } from './add-passkey-dialog.tsx';

const REMOVE_FAILED = tryAgain('Failed to remove passkey');

const passkeysQuery = queryOptions({
  queryKey: ['auth', 'passkeys'],
  queryFn: ({ signal }) => send(api.auth.passkeys.$get({}, { init: { signal } })),
});

/** The operator's passkeys. With one, signing in requires it after the password. */
export function PasskeysDialog({ onClose }: { onClose: () => void }) {
  const client = useQueryClient();
  const query = useQuery(passkeysQuery);
  const [open, setOpen] = useState<'add' | Passkey | null>(null);
  const back = () => {
    setOpen(null);
    void client.invalidateQueries({ queryKey: passkeysQuery.queryKey });
  };
  if (open === 'add') return <AddPasskeyDialog onClose={back} />;
  if (open !== null) return <RemovePasskeyDialog passkey={open} onClose={back} />;
  const add = (
    <Button icon={<Plus />} variant="primary" onClick={() => setOpen('add')}>
      Add a passkey
    </Button>
  );
  return (
    <QueryDialog
      title="Passkeys"
      description="With a passkey, signing in takes the password and a fingerprint, a face or the device PIN."
      onClose={onClose}
      query={query}
      loading={<Skeleton className="h-16 w-full" />}
      failure={tryAgain('Failed to load passkeys')}
    >
      {({ passkeys, recovery_codes_left: codesLeft }) =>
        passkeys.length === 0 ? (
          <EmptyState headingLevel={3} title="No passkeys" actions={add}>
            Signing in takes the password only.
          </EmptyState>
        ) : (
          <>
            <ul className="m-0 mb-4 list-none p-0">
              {passkeys.map((passkey) => (
                <li
                  key={passkey.id}
                  className="flex items-center gap-3 border-b border-border py-2"
                >
                  <Fingerprint className="size-4 flex-none text-text-muted" />
                  <span className="min-w-0 flex-1">
                    <span className="block truncate font-medium">{passkey.name}</span>
                    <span className="block text-xs text-text-muted">
                      Added <Time at={passkey.created_at} />, last used{' '}
                      <Time at={passkey.last_used_at} fallback="never" />
                    </span>
                  </span>
                  <Button
                    size="xs"
                    aria-label={`Remove ${passkey.name}`}
                    onClick={() => setOpen(passkey)}
                  >
                    Remove
                  </Button>
                </li>
              ))}
            </ul>
            <div className="flex items-center gap-3">
              {add}
              <span className="text-xs text-text-muted">
                {countOf(codesLeft, 'recovery code')} left
              </span>
            </div>
          </>
        )
      }
    </QueryDialog>
  );
}

function RemovePasskeyDialog({ passkey, onClose }: { passkey: Passkey; onClose: () => void }) {
  const form = useForm(passkeyOptionsRequest, {
    initial: { password: '' },
    submit: ({ password }) =>
      send(api.auth.passkeys.remove.$post({ json: { id: passkey.id, password } })),
    done: 'Passkey removed',
    onDone: onClose,
    failure: REMOVE_FAILED,
    retryField: 'password',
  });
  return (
    <FormDialog
      form={form}
      title={`Remove the passkey "${passkey.name}"?`}
      description="Your other sessions end. Without any passkey, signing in takes the password only, and the recovery codes stop working."
      onClose={onClose}
      submitLabel="Remove passkey"
      busyLabel="Removing..."
      isDanger
    >
      <FormField form={form} name="password" label="Current password">
        {(control) => <PasswordInput {...control} autoComplete="current-password" autoFocus />}
      </FormField>
    </FormDialog>
  );
}
