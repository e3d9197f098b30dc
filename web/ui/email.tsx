/**
 * An email address in one line, cut before the `@` where it does not fit: the domain says which mailbox it is. The
 * tooltip and screen readers get the whole address.
 */
export function Email({ address }: { address: string }) {
  const at = address.lastIndexOf('@');
  if (at < 1) return <span className="block truncate">{address}</span>;
  return (
    <span title={address} className="block min-w-0">
      <span className="sr-only">{address}</span>
      <span aria-hidden="true" className="flex min-w-0">
        <span className="min-w-8 truncate">{address.slice(0, at)}</span>
        <span className="max-w-[70%] flex-none truncate">{address.slice(at)}</span>
      </span>
    </span>
  );
}
