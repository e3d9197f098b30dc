const MAX_LENGTH = 2048;

/** Why an address cannot be a cart webhook, in a sentence; null when it can. */
export function checkWebhook(address: string): string | null {
  const trimmed = address.trim();
  if (trimmed === '') return 'Enter a webhook address.';
  if (trimmed.length > MAX_LENGTH) return `A webhook address has at most ${MAX_LENGTH} characters.`;
  if (!/^https?:\/\/[^\s]+$/i.test(trimmed) || !URL.canParse(trimmed)) {
    return 'A webhook address begins with https:// or http://.';
  }
  // The file joins the addresses by semicolons: one inside would read as two.
  if (trimmed.includes(';')) return 'A webhook address holds no semicolon; write %3B instead.';
  return null;
}

/** The cell of the file: the addresses joined by `;` (part 4, "CSV files"). */
export function joinWebhooks(addresses: readonly string[]): string {
  return addresses.map((address) => address.trim()).join(';');
}
