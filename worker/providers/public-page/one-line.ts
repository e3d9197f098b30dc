/** Collapses every run of blanks and line breaks to one blank. */
export const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();
