import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { OperatorSession } from '../../../../shared/account/schema.ts';
import { toastFailure, tryAgain } from '../../../kit/failure.ts';
import { QueryDialog } from '../../../kit/query-dialog.tsx';
import { Time } from '../../../kit/time.tsx';
import { api, send } from '../../../lib/api.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { toast } from '../../../ui/toast.tsx';
import { deviceOf } from './device.ts';

const END_FAILED = tryAgain('Failed to end session');

const sessionsQuery = queryOptions({
  queryKey: ['auth', 'sessions'],
  queryFn: async ({ signal }) => {
    const { sessions } = await send(api.auth.sessions.$get({}, { init: { signal } }));
    return sessions;
  },
});

/** The operator's sessions with device and times; all but the current one can be ended. */
export function SessionsDialog({ onClose }: { onClose: () => void }) {
  const sessions = useQuery(sessionsQuery);
  return (
    <QueryDialog
      title="Sessions"
      description="Browsers in which you are signed in."
      onClose={onClose}
      query={sessions}
      loading={<Skeleton className="h-16 w-full" />}
      failure={tryAgain('Failed to load sessions')}
    >
      {(list) => (
        <ul className="flex flex-col">
          {list.map((session) => (
            <SessionItem key={session.id} session={session} />
          ))}
        </ul>
      )}
    </QueryDialog>
  );
}

function SessionItem({ session }: { session: OperatorSession }) {
  const client = useQueryClient();
  const device = deviceOf(session.user_agent);
  const end = useMutation({
    mutationFn: () => send(api.auth.sessions[':id'].$delete({ param: { id: session.id } })),
    onSuccess: () => toast({ title: 'Session ended', text: device }),
    onError: toastFailure(END_FAILED),
    onSettled: () => client.invalidateQueries({ queryKey: sessionsQuery.queryKey }),
  });
  return (
    <li className="flex items-center gap-3 border-t border-border py-2.5 first:border-t-0">
      <div className="min-w-0 flex-1">
        <p className="font-medium wrap-anywhere">{device}</p>
        <p className="text-xs text-text-muted">
          Signed in <Time at={session.created_at} />, last used <Time at={session.last_used_at} />
        </p>
      </div>
      {session.is_current ? (
        <Badge tone="success">This browser</Badge>
      ) : (
        <Button
          size="sm"
          busy={end.isPending}
          aria-label={`End session on ${device}`}
          onClick={() => end.mutate()}
        >
          End session
        </Button>
      )}
    </li>
  );
}
