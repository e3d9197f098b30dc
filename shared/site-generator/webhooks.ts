const MAX_CHARACTERS = 2048;

/** Why an address cannot be a cart webhook, in a sentence; null if it can. */
export function checkWebhook(address: string): string | null {
  const trimmed = address.trim();
  if (trimmed === '') return 'Enter a webhook address.';
  if (trimmed.length > MAX_CHARACTERS) {
    return `A webhook address has at most ${MAX_CHARACTERS} characters.`;
  }
  if (!/^https?:\/\/[^\s]+$/i.test(trimmed) || !URL.canParse(trimmed)) {
    return 'A webhook address begins with https:// or http://.';
  }
  // The file joins addresses with semicolons.
  if (trimmed.includes(';')) return 'A webhook address cannot contain a semicolon; write %3B.';
  return null;
}

/** The addresses as one cell, joined by `;`. */
export function joinWebhooks(addresses: readonly string[]): string {
  return addresses.map((address) => address.trim()).join(';');
}
