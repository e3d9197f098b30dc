import { useRef, useState } from 'react';
import { artistOfTitle } from '../../../shared/signup/names.ts';
import { countOf } from '../../lib/format.ts';
import { PageBody, PageHeader } from '../../ui/page.tsx';
import { ResumeWork } from '../recent-work/resume-work.tsx';
import type { WorkPlace } from '../recent-work/work-tool.ts';
import { WorkView } from '../recent-work/work-view.tsx';
import { SignupResults } from './signup-results.tsx';
import { SignupWorkspace } from './signup-workspace.tsx';
import { UrlForm } from './url-form.tsx';
import { useSignup } from './use-signup.ts';

interface SignupScreenProps {
  /** The address in the query; undefined at first. */
  url: string | undefined;
  /** The work that the address names. */
  workId: WorkPlace['id'];
  /** `isSame`: the address keeps its work. */
  onUrl: (url: string, isSame?: boolean) => void;
}

/** The sign-up tool: extraction on the left, events and dispatch on the right. */
export function SignupScreen({ url, workId, onUrl }: SignupScreenProps) {
  const signup = useSignup(url, workId, onUrl);
  const [typed, setTyped] = useState(url ?? '');
  // If a work is opened by its id, its address becomes known later.
  const [shownUrl, setShownUrl] = useState(url);
  if (url !== shownUrl) {
    setShownUrl(url);
    setTyped(url ?? '');
  }
  const { state, work } = signup;
  const wasSubmitted = useRef(false);
  const form = (
    <UrlForm typed={typed} onTyped={setTyped} signup={signup} wasSubmitted={wasSubmitted} />
  );
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
        {url === undefined && typeof workId === 'number' ? (
          <ResumeWork id={workId} onWork={({ key }) => onUrl(key, true)} />
        ) : work?.phase === 'failed' || (work && state && state.infos.events.length > 0) ? (
          <WorkView work={work} loading={null}>
            {(opened) =>
              state && (
                <SignupWorkspace
                  key={state.infos.url}
                  form={form}
                  state={state}
                  signup={{ ...signup, work: opened }}
                />
              )
            }
          </WorkView>
        ) : (
          <div className="flex min-h-0 flex-1 max-lg:block max-lg:overflow-auto max-lg:bg-bg">
            <div className="w-(--size-panel-form) flex-none overflow-auto border-r border-border max-lg:w-auto max-lg:border-r-0 max-lg:border-b max-lg:bg-surface">
              {form}
            </div>
            <SignupResults signup={signup} />
          </div>
        )}
      </PageBody>
    </>
  );
}
