import { clsx } from 'clsx';
import type { ConnectionState } from '../../../lib/channel/connection.ts';
import { useConnectionState } from '../../../lib/channel/index.ts';

const LOOKS: Record<ConnectionState, { words: string; color: string }> = {
  connected: { words: 'Live: connected', color: 'bg-success' },
  connecting: { words: 'Live: connecting', color: 'bg-warning' },
  disconnected: { words: 'Live: disconnected', color: 'bg-danger' },
};

/** Whether live prices and notifications arrive, as a dot beside a line of the sidebar. */
export function LiveDot({ collapsed }: { collapsed: boolean }) {
  const { words, color } = LOOKS[useConnectionState()];
  return (
    <span
      title={words}
      className={clsx(
        'size-1.75 flex-none rounded-full',
        collapsed ? 'absolute top-1 right-1' : 'mr-0.75 ml-auto',
        color,
      )}
    >
      <span className="sr-only">{words}</span>
    </span>
  );
}
