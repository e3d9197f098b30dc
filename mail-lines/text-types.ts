/** The parts of a mail that are texts for people. */

/** The types of texts that are read in their own way; all others are read as plain text. */
export type ReadableType = 'text/plain' | 'text/html' | 'text/calendar' | 'text/enriched';

/** Texts for programs, and alternative forms of a text that is already included. */
const FOR_PROGRAMS =
  /^text\/(?:x-amp-html|watch-html|css|csv|rtf|javascript|ecmascript|x?-?vcard|directory|xml|x-(?:patch|diff|python|c|java).*|rfc822-headers)$/;

interface PartFacts {
  isFile: boolean;
  hasName: boolean;
  /** Whether this is the first text of the mail. */
  isFirst: boolean;
}

/** Whether a part is a text to read: all of its forms, but no file, unless the file is all that the mail has. */
export function isReadableText(type: string, { isFile, hasName, isFirst }: PartFacts): boolean {
  // Faulty senders write only "text" or "html"; without a type a part is plain text.
  if (!type.includes('/')) return true;
  if (!type.startsWith('text/') || FOR_PROGRAMS.test(type)) return false;
  if (/^text\/(?:html|calendar)$/.test(type)) return true;
  return type === 'text/plain' ? !isFile || isFirst : !hasName;
}

/** How a readable part is read. */
export function readableTypeOf(type: string): ReadableType {
  if (/^(?:text\/)?x?html$/.test(type)) return 'text/html';
  if (type === 'text/calendar') return type;
  return /^text\/(?:enriched|richtext)$/.test(type) ? 'text/enriched' : 'text/plain';
}
