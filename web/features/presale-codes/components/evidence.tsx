/** The sentence that shows why, with the code set off in it. */
export function Evidence({ text, code }: { text: string; code: string }) {
  if (text === '') return null;
  const at = text.indexOf(code);
  if (at < 0) return <p className="mt-0.5 text-xs break-words text-text-muted">{text}</p>;
  return (
    <p className="mt-0.5 text-xs break-words text-text-muted">
      {text.slice(0, at)}
      <mark className="mono rounded-xs bg-surface-active px-1 text-text">{code}</mark>
      {text.slice(at + code.length)}
    </p>
  );
}
