import { useMutation } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { SignupInfos } from '../../../shared/signup/schema.ts';
import { extractSignup } from './queries.ts';
import { forgetSignup, freshState, keepSignup, recallSignup, type SignupState } from './state.ts';

/** The sign-up page at hand: extracted or remembered, and changed by the operator. */
export interface Signup {
  state: SignupState | null;
  change: (part: Partial<SignupState>) => void;
  extract: (url: string, source?: string) => void;
  /** Extracts once more what failed. */
  retry: () => void;
  /** Forgets what is stored and extracts again. Answers what takes that back. */
  reset: () => () => void;
  isExtracting: boolean;
  error: Error | null;
  /** True when the last change did not fit into storage. */
  isSaveFailed: boolean;
}

/**
 * State per address, saved on every change (part 2, point 4). An address in the query is taken from storage when it is there, else
 * extracted.
 */
export function useSignup(url: string | undefined, onUrl: (url: string) => void): Signup {
  const [state, setState] = useState<SignupState | null>(() => (url ? recallSignup(url) : null));
  const [isSaveFailed, setIsSaveFailed] = useState(false);
  const asked = useRef(state ? url : undefined);
  // The page that is at hand or on its way: an answer about another one comes too late.
  const wanted = useRef(url);

  const show = useCallback((next: SignupState) => {
    setState(next);
    setIsSaveFailed(!keepSignup(next, Date.now()));
  }, []);

  const { mutate, isPending, error, variables } = useMutation({
    mutationFn: extractSignup,
    // What was set for the page before is still there.
    onError: (_, { url: failed }) => {
      if (wanted.current === failed) setState(recallSignup(failed));
    },
    onSuccess: (infos, { url: answered }) => {
      if (wanted.current !== answered) return;
      asked.current = infos.url;
      onUrl(infos.url);
      show(withKept(infos, recallSignup(infos.url)));
    },
  });

  const extract = useCallback(
    (next: string, source?: string) => {
      wanted.current = next;
      setState(null);
      mutate({ url: next, source });
    },
    [mutate],
  );

  useEffect(() => {
    if (url === undefined || asked.current === url) return;
    asked.current = url;
    wanted.current = url;
    const stored = recallSignup(url);
    if (stored) setState(stored);
    else extract(url);
  }, [url, extract]);

  return {
    state,
    change: (part) => {
      if (state) show({ ...state, ...part });
    },
    extract,
    retry: () => {
      if (variables) extract(variables.url, variables.source);
    },
    reset: () => {
      if (!state) return () => {};
      forgetSignup(state.infos.url);
      extract(state.infos.url);
      return () => {
        keepSignup(state, Date.now());
        if (asked.current === state.infos.url) setState(state);
      };
    },
    isExtracting: isPending,
    error,
    isSaveFailed,
  };
}

/** The events as they are now, with what was set for them before. */
function withKept(infos: SignupInfos, kept: SignupState | null): SignupState {
  return kept ? { ...kept, infos } : freshState(infos);
}
