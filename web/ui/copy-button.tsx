import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Button } from './button.tsx';
import { IconButton } from './icon-button.tsx';

const COPIED_MS = 2000;
export const COPY_REFUSED = 'The browser refused to copy';

type CopyState = 'idle' | 'copied' | 'refused';

/** Copies text; the state is the result and becomes idle again after `forMs`. */
export function useCopied(
  forMs: number,
  onCopied?: () => void,
): [CopyState, (text: string) => Promise<void>] {
  const [state, setState] = useState<CopyState>('idle');
  useEffect(() => {
    if (state === 'idle') return;
    const timer = setTimeout(() => setState('idle'), forMs);
    return () => clearTimeout(timer);
  }, [state, forMs]);
  const copy = (text: string) =>
    navigator.clipboard.writeText(text).then(
      () => {
        setState('copied');
        onCopied?.();
      },
      () => setState('refused'),
    );
  return [state, copy];
}

interface CopyButtonProps {
  text: string;
  /** Accessible name, or the visible label with `labelled`. */
  label?: string;
  copiedLabel?: string;
  /** Shows the label beside the icon: 'Copy', then 'Copied!'. */
  labelled?: boolean;
  /** Called after the browser has copied the text. */
  onCopied?: () => void;
}

/** Copies text and shows 'Copied!' for two seconds. */
export function CopyButton({
  text,
  label = 'Copy',
  copiedLabel = 'Copied!',
  labelled,
  onCopied,
}: CopyButtonProps) {
  const [state, copy] = useCopied(COPIED_MS, onCopied);
  const current = { idle: label, copied: copiedLabel, refused: COPY_REFUSED }[state];
  const icon = state === 'copied' ? <Check strokeWidth={2} /> : <Copy />;
  return (
    <>
      {labelled ? (
        <Button size="xs" icon={icon} onClick={() => void copy(text)}>
          {current}
        </Button>
      ) : (
        <IconButton size="xs" label={current} icon={icon} onClick={() => void copy(text)} />
      )}
      <span role="status" className="sr-only">
        {state === 'idle' ? '' : current}
      </span>
    </>
  );
}
