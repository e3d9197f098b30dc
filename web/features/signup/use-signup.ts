import { useMutation } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { SignupInfos } from '../../../shared/signup/schema.ts';
import { extractSignup } from './queries.ts';
import { forgetSignup, freshState, keepSignup, recallSignup, type SignupState } from './state.ts';

/** The current sign-up page: extracted or restored, and changed by the operator. */
export interface Signup {
  state: SignupState | null;
  change: (part: Partial<SignupState>) => void;
  /** The pasted source of the page; empty to extract by the address. */
  source: string;
  setSource: (source: string) => void;
  extract: (url: string, source?: string) => void;
  /** Repeats a failed extraction. */
  retry: () => void;
  /** Clears the stored state and extracts again. Returns an undo function. */
  reset: () => () => void;
  isExtracting: boolean;
  error: Error | null;
  /** True when the last change did not fit into storage. */
  isSaveFailed: boolean;
}

interface Extraction {
  url: string;
  source?: string | undefined;
  /** The page before a reset: its events stay when the extraction fails. */
  before?: SignupState;
}

/** State per address, saved on every change. The address in the query is restored from storage, else extracted. */
export function useSignup(url: string | undefined, onUrl: (url: string) => void): Signup {
  const [state, setState] = useState<SignupState | null>(() => (url ? recallSignup(url) : null));
  const [source, setSource] = useState('');
  const [isSaveFailed, setIsSaveFailed] = useState(false);
  const shownUrl = useRef(state ? url : undefined);
  // The page on the screen or being extracted: answers about other pages come too late.
  const wantedUrl = useRef(url);

  const show = useCallback((next: SignupState) => {
    setState(next);
    setIsSaveFailed(!keepSignup(next, Date.now()));
  }, []);

  const { mutate, isPending, error, variables } = useMutation({
    mutationFn: ({ url: wanted, source: pasted }: Extraction) =>
      extractSignup({ url: wanted, source: pasted }),
    onError: (_, { url: failed, before }) => {
      if (wantedUrl.current !== failed) return;
      if (before) show(clearSettings(before));
      else setState(recallSignup(failed));
    },
    onSuccess: (infos, { url: answered, source: pasted }) => {
      if (wantedUrl.current !== answered) return;
      shownUrl.current = infos.url;
      onUrl(infos.url);
      show({ ...withStored(infos), isPasted: pasted !== undefined });
    },
  });

  const start = useCallback(
    (extraction: Extraction) => {
      wantedUrl.current = extraction.url;
      setState(null);
      mutate(extraction);
    },
    [mutate],
  );

  useEffect(() => {
    if (url === undefined || shownUrl.current === url) return;
    shownUrl.current = url;
    wantedUrl.current = url;
    const stored = recallSignup(url);
    if (stored) setState(stored);
    else start({ url });
  }, [url, start]);

  const reset = () => {
    if (!state) return () => {};
    const { infos, isPasted } = state;
    forgetSignup(infos.url);
    if (!isPasted) start({ url: infos.url, before: state });
    else if (source.trim() !== '') start({ url: infos.url, source, before: state });
    // The pasted source is not stored. Reading it again would give the same events.
    else show(clearSettings(state));
    return () => {
      keepSignup(state, Date.now());
      if (shownUrl.current === infos.url) setState(state);
    };
  };

  return {
    state,
    change: (part) => {
      if (state) show({ ...state, ...part });
    },
    source,
    setSource,
    extract: (next, pasted) => start({ url: next, source: pasted }),
    retry: () => {
      if (variables) start(variables);
    },
    reset,
    isExtracting: isPending,
    error,
    isSaveFailed,
  };
}

const clearSettings = ({ infos, isPasted }: SignupState): SignupState => ({
  ...freshState(infos),
  isPasted,
});

/** The events of the page with the settings that are stored for it. */
function withStored(infos: SignupInfos): SignupState {
  const stored = recallSignup(infos.url);
  return stored ? { ...stored, infos } : freshState(infos);
}
