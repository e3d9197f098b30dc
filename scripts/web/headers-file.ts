import { pageHeaders } from '../../worker/http/security-headers.ts';

/**
 * The text of `_headers`, which the assets binding reads: the security headers of pages for every file, and a year of
 * cache for files with a hash in their name. `pictureSources` allows pictures of a local simulator.
 */
export function headersFile(pictureSources: readonly string[] = []): string {
  const security = Object.entries(pageHeaders(pictureSources));
  const lines = [
    '/*',
    ...security.map(([name, value]) => `  ${name}: ${value}`),
    '/assets/*',
    '  Cache-Control: public, max-age=31536000, immutable',
    '/flags/*',
    '  Cache-Control: public, max-age=604800',
  ];
  return `${lines.join('\n')}\n`;
}
