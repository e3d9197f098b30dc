import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { OperatorSession } from '../../../../shared/auth/schema.ts';
import { failureText } from '../../../kit/failure.ts';
import { QueryView } from '../../../kit/query-view.tsx';
import { api, send } from '../../../lib/api.ts';
import { formatDateTime } from '../../../lib/format.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { toast } from '../../../ui/toast.tsx';
import { deviceOf } from '../device.ts';

const LOAD_FAILED = {
  refused: 'Failed to load sessions',
  thrown: 'Failed to load sessions. Please try again.',
};
const END_FAILED = {
  refused: 'Failed to end session',
  thrown: 'Failed to end session. Please try again.',
};

const sessionsQuery = queryOptions({
  queryKey: ['auth', 'sessions'],
  queryFn: async ({ signal }) => {
    const { sessions } = await send(api.auth.sessions.$get({}, { init: { signal } }));
    return sessions;
  },
});

/** The own sessions with device and times; each but the current one can be ended. */
export function SessionsDialog({ onClose }: { onClose: () => void }) {
  const sessions = useQuery(sessionsQuery);
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title="Sessions"
      description="Browsers in which you are signed in."
    >
      <QueryView
        query={sessions}
        loadingLabel="Loading sessions..."
        loading={<Skeleton className="h-16 w-full" />}
        failureText={(error) => failureText(error, LOAD_FAILED)}
        headingLevel={3}
      >
        {(list) => (
          <ul className="flex flex-col">
            {list.map((session) => (
              <SessionItem key={session.id} session={session} />
            ))}
          </ul>
        )}
      </QueryView>
    </Dialog>
  );
}

function SessionItem({ session }: { session: OperatorSession }) {
  const client = useQueryClient();
  const device = deviceOf(session.user_agent);
  const end = useMutation({
    mutationFn: () => send(api.auth.sessions[':id'].$delete({ param: { id: session.id } })),
    onSuccess: () => toast({ title: 'Session ended', text: device }),
    onError: (error) => toast({ title: failureText(error, END_FAILED), tone: 'danger' }),
    onSettled: () => client.invalidateQueries({ queryKey: sessionsQuery.queryKey }),
  });
  return (
    <li className="flex items-center gap-3 border-t border-border py-2.5 first:border-t-0">
      <div className="min-w-0 flex-1">
        <p className="font-medium wrap-anywhere">{device}</p>
        <p className="text-xs text-text-muted">
          Signed in {formatDateTime(session.created_at)}, last used{' '}
          {formatDateTime(session.last_used_at)}
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
