import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Button } from './button.tsx';
import { IconButton } from './icon-button.tsx';

const COPIED_MS = 2000;

interface CopyButtonProps {
  text: string;
  /** Accessible name, or the visible label with `labelled`. */
  label?: string;
  /** Shows the label beside the icon: 'Copy', then 'Copied!'. */
  labelled?: boolean;
}

/** Copies text and says 'Copied!' for two seconds. */
export function CopyButton({ text, label = 'Copy', labelled }: CopyButtonProps) {
  const [state, setState] = useState<'idle' | 'copied' | 'refused'>('idle');
  useEffect(() => {
    if (state === 'idle') return;
    const timer = setTimeout(() => setState('idle'), COPIED_MS);
    return () => clearTimeout(timer);
  }, [state]);
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => setState('copied'),
      () => setState('refused'),
    );
  const said = { idle: label, copied: 'Copied!', refused: 'Copying was refused' }[state];
  const icon = state === 'copied' ? <Check strokeWidth={2} /> : <Copy />;
  return (
    <>
      {labelled ? (
        <Button size="xs" icon={icon} onClick={copy}>
          {said}
        </Button>
      ) : (
        <IconButton size="xs" label={said} icon={icon} onClick={copy} />
      )}
      <span role="status" className="sr-only">
        {state === 'idle' ? '' : said}
      </span>
    </>
  );
}
