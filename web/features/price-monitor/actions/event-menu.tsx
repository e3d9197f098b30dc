import {
  ClipboardPaste,
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
import type { WatchedEvent } from '../../../../shared/price-monitor/schema.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { Menu, MenuItem, MenuSeparator } from '../../../ui/menu.tsx';
import { titleOf } from '../view.ts';

/** The actions for events. The same functions on every render. */
export interface EventActions {
  open: (event: WatchedEvent) => void;
  check: (events: readonly WatchedEvent[]) => void;
  pause: (events: readonly WatchedEvent[], isPaused: boolean) => void;
  /** Opens the dialog that adds an alert to each of them. */
  alert: (events: readonly WatchedEvent[]) => void;
  tag: (events: readonly WatchedEvent[]) => void;
  /** Opens the dialog for the source of its page. */
  paste: (event: WatchedEvent) => void;
  /** Opens the confirmation. */
  remove: (events: readonly WatchedEvent[]) => void;
}

interface EventMenuProps {
  event: WatchedEvent;
  actions: EventActions;
}

/** The actions of one event. */
export function EventMenu({ event, actions }: EventMenuProps) {
  const { url, is_paused: isPaused } = event;
  return (
    <Menu
      label={`Actions for ${titleOf(event)}`}
      align="end"
      trigger={<IconButton size="xs" label={`Actions for ${titleOf(event)}`} icon={<Ellipsis />} />}
    >
      <MenuItem icon={<TrendingUp />} onSelect={() => actions.open(event)}>
        Price history
      </MenuItem>
      <MenuItem icon={<RefreshCw />} disabled={isPaused} onSelect={() => actions.check([event])}>
        Check now
      </MenuItem>
      <MenuItem icon={<ClipboardPaste />} onSelect={() => actions.paste(event)}>
        Paste page source
      </MenuItem>
      <MenuItem
        icon={isPaused ? <Play /> : <Pause />}
        onSelect={() => actions.pause([event], !isPaused)}
      >
        {isPaused ? 'Resume' : 'Pause'}
      </MenuItem>
      <MenuItem icon={<Tag />} onSelect={() => actions.tag([event])}>
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
      <MenuItem danger icon={<Trash2 />} onSelect={() => actions.remove([event])}>
        Remove
      </MenuItem>
    </Menu>
  );
}
