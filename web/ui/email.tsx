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
        <span className="min-w-0 truncate">{address.slice(0, at)}</span>
        <span className="max-w-[70%] flex-none truncate">{address.slice(at)}</span>
      </span>
    </span>
  );
}
