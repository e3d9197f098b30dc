import { useMutation } from '@tanstack/react-query';
import { Bell, BellRing } from 'lucide-react';
import type { Sale } from '../../../../shared/catalogues/schema.ts';
import { toastFailure, tryAgain } from '../../../kit/failure.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { followInAgenda } from './queries.ts';

/** `Fan Club`, `Presale` without a name, or `General sale`. */
export const saleName = ({ kind, presale_name: name }: Pick<Sale, 'kind' | 'presale_name'>) =>
  kind === 'general' ? 'General sale' : name || 'Presale';

/** Follows a sale of the agenda, or ends that. */
export function FollowBell({ sale }: { sale: Sale }) {
  const { is_followed: isFollowed } = sale;
  const follow = useMutation({
    mutationFn: () => followInAgenda(sale, !isFollowed),
    onError: toastFailure(tryAgain('Failed to change the reminders')),
  });
  return (
    <IconButton
      label={`Follow ${sale.artist}, ${sale.city}, ${saleName(sale)}`}
      icon={isFollowed ? <BellRing className="text-accent-text" /> : <Bell />}
      aria-pressed={isFollowed}
      onClick={() => follow.mutate()}
    />
  );
}
