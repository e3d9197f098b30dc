import { useState } from 'react';
import { artistOfTitle } from '../../../../shared/signup/names.ts';
import { countOf } from '../../../lib/format.ts';
import { PageBody, PageHeader } from '../../../ui/page.tsx';
import { useSignup } from '../use-signup.ts';
import { SignupResults } from './signup-results.tsx';
import { SignupWorkspace } from './signup-workspace.tsx';
import { UrlForm } from './url-form.tsx';

interface SignupScreenProps {
  /** The address in the query; undefined at first. */
  url: string | undefined;
  onUrl: (url: string) => void;
}

/** The sign-up tool: extraction on the left, events and dispatch on the right. */
export function SignupScreen({ url, onUrl }: SignupScreenProps) {
  const signup = useSignup(url, onUrl);
  const [typed, setTyped] = useState(url ?? '');
  const { state } = signup;
  const form = <UrlForm typed={typed} onTyped={setTyped} signup={signup} />;
  return (
    <>
      <PageHeader
        title="[VF] SignUp"
        context={
          state
            ? `${artistOfTitle(state.infos.title) || state.infos.title}, ${countOf(state.infos.events.length, 'event')}`
            : 'Events of a signup page, and accounts for them'
        }
      />
      <PageBody layout="fixed">
        {state && state.infos.events.length > 0 ? (
          <SignupWorkspace key={state.infos.url} form={form} state={state} signup={signup} />
        ) : (
          <div className="flex min-h-0 flex-1 max-[899px]:block max-[899px]:overflow-auto max-[899px]:bg-bg">
            <div className="w-[344px] flex-none overflow-auto border-r border-border max-[899px]:w-auto max-[899px]:border-r-0 max-[899px]:border-b max-[899px]:bg-surface">
              {form}
            </div>
            <SignupResults signup={signup} />
          </div>
        )}
      </PageBody>
    </>
  );
}
