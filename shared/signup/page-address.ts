const MAX_LENGTH = 2048;

/**
 * The fault of the typed address of a sign-up page, as a sentence; null if the page can be
 * extracted.
 */
export function checkPageAddress(address: string): string | null {
  if (!address.toLowerCase().includes('ticketmaster')) return 'Enter a ticketmaster address.';
  if (address.length > MAX_LENGTH) return 'An address has at most 2,048 characters.';
  const url = withScheme(address);
  // Chromium's parser escapes blanks in a host's name, which others refuse.
  const isAddress = URL.canParse(url) && !/^[^/]*\/\/[^/?#]*\s/.test(url);
  return isAddress ? null : 'Enter the address of a page.';
}

/** Adds https to an address without a scheme. */
export function withScheme(address: string): string {
  return /^[a-z][a-z\d+.-]*:\/\//i.test(address) ? address : `https://${address}`;
}
