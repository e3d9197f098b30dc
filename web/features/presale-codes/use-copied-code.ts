import { useCallback, useEffect, useState } from 'react';
import { countOf } from '../../lib/format.ts';
import { toast } from '../../ui/toast.tsx';
import type { CodeGroup } from './code-view.ts';

const COPIED_MS = 2000;

/** Which code was copied just now, and the ways to copy. */
export interface CopiedCode {
  /** Key of the group whose card says 'Copied!'. */
  copiedKey: string | null;
  copy: (group: CodeGroup) => void;
  /** Copies several, a line each, and tells so. */
  copyAll: (groups: readonly CodeGroup[]) => void;
}

export function useCopiedCode(): CopiedCode {
  const [copied, setCopied] = useState<{ key: string } | null>(null);
  useEffect(() => {
    if (copied === null) return;
    const timer = setTimeout(() => setCopied(null), COPIED_MS);
    return () => clearTimeout(timer);
  }, [copied]);
  const copy = useCallback(({ key, best }: CodeGroup) => {
    void write(best.code, () => setCopied({ key }));
  }, []);
  const copyAll = useCallback((groups: readonly CodeGroup[]) => {
    const codes = [...new Set(groups.map(({ best }) => best.code))];
    void write(codes.join('\n'), () => toast({ title: `${countOf(codes.length, 'code')} copied` }));
  }, []);
  return { copiedKey: copied?.key ?? null, copy, copyAll };
}

async function write(text: string, done: () => void): Promise<void> {
  try {
    // Absent where the page is not served over https or from this machine: that fails like a refusal.
    await navigator.clipboard.writeText(text);
    done();
  } catch {
    toast({
      title: 'Copying was refused',
      text: 'Allow this page to use the clipboard in the browser’s settings.',
      tone: 'danger',
    });
  }
}
