import type { ReactNode } from 'react';
import type { PresaleSearchInput } from '../../../shared/presale-codes/schema.ts';
import { SwitchField } from '../../ui/switch.tsx';
import { STATE_WORDS } from './state-words.ts';
import { useWatch } from './use-watch.ts';

/** Switches the watch of the last search; there is nothing to watch before the first one. */
export function KeepWatching({ search }: { search: PresaleSearchInput | null }) {
  const { watch, isOn, unknown, isChanging, setOn } = useWatch(search);
  let text: ReactNode = 'Available after the first search.';
  if (search !== null)
    text = 'The server reads new mails as they arrive and notifies of codes, without a browser.';
  if (watch && isOn)
    text = `${STATE_WORDS[watch.state].word}. ${watch.reason ?? 'New codes are notified, without a browser.'}`;
  if (search !== null && unknown !== null)
    text = unknown === 'failed' ? 'The watches could not be loaded.' : 'The watches are loading.';
  return (
    <SwitchField
      className="mb-2.5"
      checked={isOn}
      disabled={search === null || unknown !== null || isChanging}
      onChange={setOn}
    >
      <span className="block font-medium">Keep watching</span>
      <span role="status" className="block text-xs leading-4.25 wrap-anywhere text-text-muted">
        {text}
      </span>
    </SwitchField>
  );
}
