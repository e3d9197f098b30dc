import { useMutation } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import type { SignupInfos } from '../../../shared/signup/schema.ts';
import { useIsSettled } from '../../kit/route.ts';
import { type OpenWork, useWork } from '../recent-work/session/use-work.ts';
import type { WorkPlace } from '../recent-work/work-tool.ts';
import { extractSignup } from './queries.ts';
import { type SignupState, signupWork, unsentNameOf } from './state.ts';

/** The current sign-up page: extracted or restored, and changed by the operator. */
export interface Signup {
  /** Null until the address was opened. */
  work: OpenWork<SignupState> | null;
  /** Null while there is no page. */
  state: SignupState | null;
  change: OpenWork<SignupState>['change'];
  /** The pasted source of the page; empty to extract by the address. */
  source: string;
  setSource: (source: string) => void;
  extract: (url: string, source?: string) => void;
  /** Repeats a failed extraction. */
  retry: () => void;
  /** Clears the stored state and extracts again. Returns an undo function. */
  reset: () => () => void;
  /** Reads pages. `page` is the last one, until it is stored in the work of its address. */
  busy: 'opening' | 'extracting' | null;
  error: Error | null;
}

interface Extraction {
  url: string;
  source?: string | undefined;
}

type Page = Pick<SignupState, 'infos' | 'isPasted'>;

/** The requested page: answers about other pages are too late. */
function useExtraction(url: string | undefined, onUrl: (url: string) => void) {
  const [page, setPage] = useState<Page | null>(null);
  // The requested page: answers about other pages come too late.
  const wantedUrl = useRef(url);

  const result = useMutation({
    mutationFn: ({ url: wanted, source: pasted }: Extraction) =>
      extractSignup({ url: wanted, source: pasted }),
    onSuccess: (infos: SignupInfos, { url: answered, source: pasted }) => {
      if (wantedUrl.current !== answered) return;
      wantedUrl.current = infos.url;
      setPage({ infos, isPasted: pasted !== undefined });
    },
  });
  const isSettled = useIsSettled();
  const readUrl = page?.infos.url;
  const follow = useEffectEvent(onUrl);
  useEffect(() => {
    if (isSettled && readUrl !== undefined && readUrl !== url) follow(readUrl);
  }, [isSettled, readUrl, url]);
  const start = (extraction: Extraction) => {
    wantedUrl.current = extraction.url;
    setPage(null);
    result.mutate(extraction);
  };
  return { page, setPage, wantedUrl, start, result };
}

/**
 * The page of the address in the query: the saved one, otherwise a new extraction. It is saved on
 * every change.
 */
export function useSignup(
  url: string | undefined,
  workId: WorkPlace['id'],
  onUrl: (url: string) => void,
): Signup {
  const place = useMemo(
    () => (url === undefined ? null : { key: url, id: workId, unsentName: unsentNameOf(url) }),
    [url, workId],
  );
  const work = useWork(signupWork, place);
  const [source, setSource] = useState('');
  const { page, setPage, wantedUrl, start, result } = useExtraction(url, onUrl);
  const { isPending, error, variables, reset: clearResult } = result;
  const isOpen = work?.phase === 'open';
  const isKnown = isOpen && work.draft.infos.url !== '';
  const followAddress = useEffectEvent((next: string | undefined) => {
    if (wantedUrl.current === next) return;
    wantedUrl.current = next;
    clearResult();
    setPage(null);
  });
  useEffect(() => followAddress(url), [url]);
  const put = useEffectEvent((extracted: Page) => {
    work?.change(extracted);
    setPage(null);
  });
  const extractOnce = useEffectEvent((wanted: string) => {
    if (!isPending && variables === undefined) start({ url: wanted });
  });
  useEffect(() => {
    if (!isOpen || url === undefined) return;
    if (page?.infos.url === url) put(page);
    else if (page === null && !isKnown) extractOnce(url);
  }, [isOpen, isKnown, page, url]);

  const state = isKnown && !isPending ? work.draft : null;
  const reset = () => {
    if (!state) return () => {};
    const { infos, isPasted } = state;
    const undo = work?.clear() ?? (() => {});
    // The events stay if the extraction fails. A pasted source is not stored: reading it again gives the same events.
    work?.change({ infos, isPasted });
    if (!isPasted) start({ url: infos.url });
    else if (source.trim() !== '') start({ url: infos.url, source });
    return undo;
  };
  return {
    work,
    state,
    change: work?.change ?? (() => {}),
    source,
    setSource,
    extract: (next, pasted) => start({ url: next, source: pasted }),
    retry: () => {
      if (variables) start(variables);
    },
    reset,
    busy: isPending ? 'extracting' : place !== null && !isOpen ? 'opening' : null,
    error,
  };
}
