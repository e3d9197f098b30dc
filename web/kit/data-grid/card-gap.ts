/** Space between cards in px. */
export const CARD_GAP = 12;
