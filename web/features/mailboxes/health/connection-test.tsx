import { useMutation } from '@tanstack/react-query';
import { PlugZap } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { type MailboxTest, mailboxTest } from '../../../../shared/mailboxes/schema.ts';
import { failureText, tryAgain } from '../../../kit/failure.ts';
import { api, send } from '../../../lib/api.ts';
import { Banner } from '../../../ui/banner.tsx';
import { Button } from '../../../ui/button.tsx';

const TEST_FAILED = tryAgain('The connection could not be tested');

/**
 * A test of the mailbox in a form: its button and its result. It can take 40 s, and ends when the values change and on
 * unmount.
 * @param id of the mailbox whose stored password is used if the form has none
 */
export function useConnectionTest(
  { values, validate }: { values: object; validate: () => boolean },
  id: number | undefined,
) {
  const running = useRef<AbortController | null>(null);
  const { reset, data, error, isPending, mutate } = useMutation({
    mutationFn: (json: MailboxTest) => {
      running.current = new AbortController();
      const { signal } = running.current;
      return send(api['imap-accounts'].test.$post({ json }, { init: { signal } }));
    },
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: a result is about the values that were tested.
  useEffect(
    () => () => {
      running.current?.abort();
      reset();
    },
    [values, reset],
  );
  const run = () => {
    const input = mailboxTest.safeParse({ ...values, id });
    if (validate() && input.success) mutate(input.data);
  };
  return {
    button: (
      <Button variant="ghost" busy={isPending} icon={<PlugZap />} onClick={run}>
        {isPending ? 'Testing...' : 'Test connection'}
      </Button>
    ),
    result: error ? (
      <Banner tone="danger">{failureText(error, TEST_FAILED)}</Banner>
    ) : data ? (
      <Banner tone="success">{data.message}</Banner>
    ) : null,
  };
}
