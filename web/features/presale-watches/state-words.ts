import type { PresaleWatch, WatchedMailbox } from '../../../shared/presale-watches/schema.ts';
import type { Tone } from '../../ui/badge.tsx';

/** The states of a watch as text, with their colours. */
export const STATE_WORDS: Record<PresaleWatch['state'], { word: string; tone: Tone }> = {
  watching: { word: 'Watching', tone: 'success' },
  polling: { word: 'Watching once a minute', tone: 'info' },
  waiting: { word: 'Waiting', tone: 'warning' },
  failing: { word: 'Failing', tone: 'danger' },
};

/** How a mailbox is read, as text. */
export const MODE_WORDS: Record<WatchedMailbox['mode'], string> = {
  idle: 'as mails arrive',
  polling: 'once a minute',
  failing: 'not read',
};
