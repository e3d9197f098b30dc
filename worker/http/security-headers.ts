/**
 * The security headers, defined once for both places that send them: the Worker sends them with
 * every /api answer, and the web build writes them to dist/web/_headers for the assets. Pure text,
 * no platform imports.
 */

/** The sources of artist pictures and seat maps. Everything else is served by this product itself. */
const PICTURE_HOSTS = [
  'https://s1.ticketm.net',
  'https://media.ticketmaster.com',
  'https://media.ticketmaster.eu',
  'https://maps.ticketmaster.com',
  'https://mapsapi.tmol.io',
];

/** The name of the header that makes a browser use https only. */
export const HSTS = 'Strict-Transport-Security';

const COMMON = {
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'Referrer-Policy': 'no-referrer',
  'Permissions-Policy':
    'camera=(), geolocation=(), microphone=(), payment=(), usb=(), interest-cohort=()',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  [HSTS]: 'max-age=31536000; includeSubDomains',
} as const;

/**
 * Headers of the pages and assets. `pictureSources` adds hosts of pictures, such as a local
 * simulator.
 */
export function pageHeaders(pictureSources: readonly string[] = []): Record<string, string> {
  const policy = [
    "default-src 'none'",
    "script-src 'self'",
    // Radix and the scroll lock of its dialogs add style elements at run time.
    "style-src 'self' 'unsafe-inline'",
    `img-src ${["'self'", 'data:', 'blob:', ...PICTURE_HOSTS, ...pictureSources].join(' ')}`,
    "font-src 'self'",
    "connect-src 'self'",
    "worker-src 'self'",
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
  return { ...COMMON, 'Content-Security-Policy': policy };
}

/** Headers of an /api answer, which is data and must not be run, framed or cached. */
export const API_HEADERS: Readonly<Record<string, string>> = {
  ...COMMON,
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'Cache-Control': 'no-store',
};

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
  ];
  return `${lines.join('\n')}\n`;
}
