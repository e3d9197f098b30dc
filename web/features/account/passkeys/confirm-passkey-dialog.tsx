import { queryOptions, useQuery } from '@tanstack/react-query';
import { tryAgain } from '../../../kit/failure.ts';
import { QueryDialog } from '../../../kit/query-dialog.tsx';
import { api, send } from '../../../lib/api.ts';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { SecondFactorForm } from '../sign-in/second-factor-form.tsx';

const START_FAILED = tryAgain('Failed to start the confirmation');

/** Each ticket is used once. */
const confirmationQuery = queryOptions({
  queryKey: ['auth', 'confirm'],
  queryFn: ({ signal }) => send(api.auth.confirm.options.$post({}, { init: { signal } })),
  gcTime: 0,
  staleTime: Number.POSITIVE_INFINITY,
});

const TEXTS = {
  lead: 'Full profiles and changes to your passkeys need your passkey. It counts for 15 minutes.',
  submitCode: 'Confirm',
  back: 'Cancel',
};

/** Confirms this session with the passkey or a recovery code. */
export function ConfirmPasskeyDialog({ onEnd }: { onEnd: (isConfirmed: boolean) => void }) {
  const query = useQuery(confirmationQuery);
  return (
    <QueryDialog
      title="Confirm with your passkey"
      onClose={() => onEnd(false)}
      query={query}
      loading={<Skeleton className="h-40 w-full" />}
      failure={START_FAILED}
    >
      {(factor) => (
        <SecondFactorForm
          factor={factor}
          send={async (json) => {
            await send(api.auth.confirm.$post({ json }));
            onEnd(true);
          }}
          onBack={() => onEnd(false)}
          texts={TEXTS}
        />
      )}
    </QueryDialog>
  );
}
