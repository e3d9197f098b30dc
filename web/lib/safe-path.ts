/**
 * The path of this app in `wanted`, or null. Refuses everything that a browser could read as
 * another origin: absolute and protocol-relative addresses, backslashes, control characters, and
 * paths such as `/.//host`, which become protocol-relative once they are resolved.
 */
export function safePath(wanted: string | undefined): string | null {
  if (!wanted?.startsWith('/') || wanted.startsWith('//')) return null;
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is refused.
  if (/[\\\u0000-\u001f]/.test(wanted)) return null;
  const url = new URL(wanted, location.origin);
  if (url.origin !== location.origin || url.pathname.startsWith('//')) return null;
  return `${url.pathname}${url.search}${url.hash}`;
}
