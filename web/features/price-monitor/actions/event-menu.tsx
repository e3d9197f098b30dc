import {
  Copy,
  Ellipsis,
  ExternalLink,
  Pause,
  Play,
  RefreshCw,
  Tag,
  Trash2,
  TrendingUp,
} from 'lucide-react';
import type { PriceTarget } from '../../../../shared/price-monitor/schema.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { Menu, MenuItem, MenuSeparator } from '../../../ui/menu.tsx';
import { titleOf } from '../view.ts';

/** The actions for events. The same functions on every render. */
export interface EventActions {
  open: (target: PriceTarget) => void;
  check: (targets: readonly PriceTarget[]) => void;
  pause: (targets: readonly PriceTarget[], isPaused: boolean) => void;
  tag: (targets: readonly PriceTarget[]) => void;
  /** Opens the confirmation. */
  remove: (targets: readonly PriceTarget[]) => void;
}

interface EventMenuProps {
  target: PriceTarget;
  actions: EventActions;
}

/** The actions of one event. */
export function EventMenu({ target, actions }: EventMenuProps) {
  const { url, is_paused: isPaused } = target;
  return (
    <Menu
      label={`Actions for ${titleOf(target)}`}
      align="end"
      trigger={
        <IconButton size="xs" label={`Actions for ${titleOf(target)}`} icon={<Ellipsis />} />
      }
    >
      <MenuItem icon={<TrendingUp />} onSelect={() => actions.open(target)}>
        Price history
      </MenuItem>
      <MenuItem icon={<RefreshCw />} disabled={isPaused} onSelect={() => actions.check([target])}>
        Check now
      </MenuItem>
      <MenuItem
        icon={isPaused ? <Play /> : <Pause />}
        onSelect={() => actions.pause([target], !isPaused)}
      >
        {isPaused ? 'Resume' : 'Pause'}
      </MenuItem>
      <MenuItem icon={<Tag />} onSelect={() => actions.tag([target])}>
        Edit tags
      </MenuItem>
      <MenuSeparator />
      <MenuItem
        icon={<ExternalLink />}
        onSelect={() => void window.open(url, '_blank', 'noopener')}
      >
        Open the event page
      </MenuItem>
      <MenuItem icon={<Copy />} onSelect={() => void navigator.clipboard.writeText(url)}>
        Copy address
      </MenuItem>
      <MenuSeparator />
      <MenuItem danger icon={<Trash2 />} onSelect={() => actions.remove([target])}>
        Remove
      </MenuItem>
    </Menu>
  );
}
