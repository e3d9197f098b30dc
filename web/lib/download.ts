/** Hands a file to the browser. `content` is text or ready bytes; `type` is its media type. */
export function downloadFile(name: string, content: BlobPart, type: string): void {
  const url = URL.createObjectURL(new Blob([content], { type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = fileName(name);
  document.body.append(link);
  link.click();
  link.remove();
  // Some browsers read the address after the click: it is given back a moment later.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

/** The same name without what file systems refuse (/ \ : * ? " < > | and control characters). */
function fileName(name: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is replaced.
  return name.replace(/[\u0000-\u001f/\\:*?"<>|]+/g, '_').trim() || 'download';
}
