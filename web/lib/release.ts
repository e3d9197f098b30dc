import { createAtom } from '@tanstack/react-store';

/** The version and the schema of a desk, such as `1.0.0` and `0000_first`. */
export interface Release {
  version: string;
  schema: string;
}

/** Reads `1.0.0+0000_first`, the form in the page and in each answer of the API. */
function readRelease(text: string): Release {
  const [version = '', schema = ''] = text.split('+');
  return { version, schema };
}

const textOfPage = (): string | null =>
  document.querySelector<HTMLMetaElement>('meta[name="release"]')?.content ?? null;

/** The release that this page belongs to; null if the page does not state one. */
export function releaseOfPage(): Release | null {
  const text = textOfPage();
  return text === null ? null : readRelease(text);
}

/**
 * The release of the last answer if it differs from that of this page: then the desk was deployed
 * while the page was open.
 */
export const otherRelease = createAtom<Release | null>(null);

/** Compares an answer of the API with this page. */
export function noteRelease(answer: Response): void {
  const text = answer.headers.get('X-Release');
  if (text === null) return;
  const own = textOfPage();
  if (own === null) return;
  const before = otherRelease.get();
  const release = text === own ? null : readRelease(text);
  const isNoted = before?.version === release?.version && before?.schema === release?.schema;
  if (!isNoted) otherRelease.set(release);
}
