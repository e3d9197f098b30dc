import { toast } from '../ui/toast.tsx';
import type { ToastContent } from '../ui/toast-view.tsx';

/**
 * The message about a file that was written or downloaded, with the same wording for every file:
 * "CSV downloaded", then its name and its content, such as `1,500 rows`.
 */
export function fileReport(name: string, contents: string): ToastContent {
  const kind = /\.([a-z0-9]+)$/i.exec(name)?.[1]?.toUpperCase() ?? 'File';
  return { title: `${kind} downloaded`, text: `${name}, ${contents}` };
}

/** Shows the message about a file. */
export const reportFile = (name: string, contents: string): void =>
  void toast(fileReport(name, contents));
