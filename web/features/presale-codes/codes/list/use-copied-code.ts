import { useEffect, useState } from 'react';
import { countOf } from '../../../../lib/format.ts';
import { COPY_REFUSED } from '../../../../ui/copy-button.tsx';
import { toast } from '../../../../ui/toast.tsx';
import { noteCopy } from '../../../code-memory/queries.ts';
import type { CodeGroup } from '../code-view.ts';

const COPIED_MS = 2000;

/**
 * The key of the group that shows 'Copied!', and the functions that copy one code, or several with
 * a toast.
 */
export function useCopiedCode() {
  const [copied, setCopied] = useState<{ key: string } | null>(null);
  useEffect(() => {
    if (copied === null) return;
    const timer = setTimeout(() => setCopied(null), COPIED_MS);
    return () => clearTimeout(timer);
  }, [copied]);
  const copy = ({ key, best }: CodeGroup) =>
    void write(best.code, () => {
      setCopied({ key });
      noteCopy(best.code_id);
    });
  const copyAll = (groups: readonly CodeGroup[]) => {
    const codes = [...new Set(groups.map(({ best }) => best.code))];
    void write(codes.join('\n'), () => toast({ title: `${countOf(codes.length, 'code')} copied` }));
  };
  return { copiedKey: copied?.key ?? null, copy, copyAll };
}

async function write(text: string, done: () => void): Promise<void> {
  try {
    // `clipboard` is undefined on insecure origins: the TypeError is handled like a refusal.
    await navigator.clipboard.writeText(text);
    done();
  } catch {
    toast({
      title: COPY_REFUSED,
      text: 'Allow this page to use the clipboard in the browser settings.',
      tone: 'danger',
    });
  }
}
