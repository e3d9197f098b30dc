import { useEffect, useEffectEvent } from 'react';
import { late } from '../../ui/late.tsx';
import type { CommandPaletteProps } from './command-palette.tsx';

/** The palette. Its code is loaded when its button or its key is approached, and when the page is idle. */
export const CommandPalette = late(
  () => import('./command-palette.tsx'),
  'CommandPalette',
  EarlyKeys,
);

/** Collects the text that is typed for the palette while its code loads. */
function EarlyKeys({ onType, onClose }: CommandPaletteProps) {
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
