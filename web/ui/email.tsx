/**
 * An email address in one line, cut before the `@` if it is too long: the domain shows the mailbox's provider. The
 * tooltip and screen readers get the whole address.
 */
export function Email({ address }: { address: string }) {
  const at = address.lastIndexOf('@');
  if (at < 1) return <span className="block truncate">{address}</span>;
  return (
    <span title={address} className="block min-w-0">
      <span className="sr-only">{address}</span>
      <span aria-hidden="true" className="flex min-w-0">
        <span className="shrink-[9999] truncate" style={{ minWidth: leastWidth(at) }}>
          {address.slice(0, at)}
        </span>
        <span className="min-w-0 truncate">{address.slice(at)}</span>
      </span>
    </span>
  );
}

/** An email address that may take two lines: the second begins at the `@`. */
export function WholeEmail({ address }: { address: string }) {
  const [name, domain] = address.split('@');
  return (
    <>
      {name}
      <wbr />@{domain}
    </>
  );
}

/**
 * The name is shortened first, but some of its letters remain. No letter is narrower than 0.2 em,
 * so there is no gap.
 */
const leastWidth = (letters: number): string => `${Math.min(letters, 16) * 0.2}em`;
