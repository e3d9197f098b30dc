import { useEffect, useEffectEvent } from 'react';
import type { CommandPaletteProps } from './command-palette.tsx';

/** Collects the text that is typed for the palette while its code loads. */
export function EarlyKeys({ onType, onClose }: CommandPaletteProps) {
  const leave = useEffectEvent(onClose);
  useEffect(() => {
    let text = '';
    const onKeyDown = (event: KeyboardEvent) => {
      const { key } = event;
      if (key === 'Escape') leave();
      const isText = key.length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey;
      if (!isText && key !== 'Backspace') return;
      event.preventDefault();
      event.stopPropagation();
      text = isText ? text + key : text.slice(0, -1);
      onType(text);
    };
    window.addEventListener('keydown', onKeyDown, true);
    return () => window.removeEventListener('keydown', onKeyDown, true);
  }, [onType]);
  return null;
}
