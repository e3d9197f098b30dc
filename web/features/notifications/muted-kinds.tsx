import { useMutation, useQueryClient } from '@tanstack/react-query';
import {
  NOTIFICATION_KINDS,
  type NotificationKind,
  notificationKind,
} from '../../../shared/notifications/schema.ts';
import { toastFailure, tryAgain } from '../../kit/failure.ts';
import { useSaved } from '../../kit/saved/saved.ts';
import { SwitchField } from '../../ui/switch.tsx';
import { toast } from '../../ui/toast.tsx';
import { askPermission, browserNotifications, canAnnounce } from './announce.ts';
import { muteKinds } from './queries.ts';

const FAILED = tryAgain('Failed to save muted kinds');

/** The kinds that are announced and counted, and whether this browser announces them too. */
export function MutedKinds({ muted }: { muted: readonly NotificationKind[] }) {
  const client = useQueryClient();
  const [isAnnounced, setIsAnnounced] = useSaved(browserNotifications);
  const save = useMutation({
    mutationFn: (kinds: NotificationKind[]) => muteKinds(client, kinds),
    onError: toastFailure(FAILED),
  });
  const shown = save.isPending ? save.variables : muted;
  const announce = async (isWanted: boolean) => {
    const isAllowed = !isWanted || (await askPermission());
    setIsAnnounced(isWanted && isAllowed);
    if (isAllowed) return;
    toast({
      title: 'This browser does not allow notifications',
      text: 'Allow them for this site in the settings of the browser, then switch them on here.',
      tone: 'warning',
    });
  };
  return (
    <section
      aria-label="Announced kinds"
      className="flex flex-col gap-1.5 border-b border-border bg-surface-sunken px-4 py-2.5 text-xs"
    >
      <p className="text-text-muted">Muted kinds stay in the list and are not counted.</p>
      <div className="grid grid-cols-2 gap-1.5">
        {notificationKind.options.map((kind) => (
          <SwitchField
            key={kind}
            checked={!shown.includes(kind)}
            onChange={(isWanted) =>
              save.mutate(isWanted ? shown.filter((other) => other !== kind) : [...shown, kind])
            }
          >
            {NOTIFICATION_KINDS[kind].one}
          </SwitchField>
        ))}
        {canAnnounce() ? (
          <SwitchField checked={isAnnounced} onChange={(isWanted) => void announce(isWanted)}>
            Notify in this browser
          </SwitchField>
        ) : null}
      </div>
    </section>
  );
}
