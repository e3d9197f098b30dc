/** Downloads a file. `content` is text or bytes; `type` is its media type. */
export function downloadFile(name: string, content: BlobPart, type: string): void {
  const url = URL.createObjectURL(new Blob([content], { type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = fileName(name);
  document.body.append(link);
  link.click();
  link.remove();
  // Some browsers read the address after the click, so it is revoked a moment later.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

/** Downloads a CSV from one text or from chunks. */
export const downloadCsv = (name: string, pieces: BlobPart | Iterable<BlobPart>): void =>
  downloadFile(name, isPart(pieces) ? pieces : new Blob([...pieces]), 'text/csv;charset=utf-8');

const isPart = (pieces: BlobPart | Iterable<BlobPart>): pieces is BlobPart =>
  typeof pieces === 'string' || !(Symbol.iterator in pieces) || ArrayBuffer.isView(pieces);

/** The name without characters that file systems refuse (/ \ : * ? " < > | and control characters). */
function fileName(name: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is replaced.
  return name.replace(/[\u0000-\u001f/\\:*?"<>|]+/g, '_').trim() || 'download';
}
