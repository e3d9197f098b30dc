import { type ReactNode, useDeferredValue } from 'react';
import { WORK_TEXTS } from '../../../shared/recent-work/schema.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { ReadOnlyArea } from '../../ui/read-only.tsx';
import type { OpenWork } from './session/use-work.ts';
import { hasUnsaved } from './session/work-machine.ts';

interface WorkViewProps<T extends object> {
  work: OpenWork<T> | null;
  loading: ReactNode;
  children: (work: OpenWork<T>) => ReactNode;
}

/**
 * An open work with its problems. Its `Fields` are read-only while another tab edits it or a newer
 * version exists.
 */
export function WorkView<T extends object>({ work, loading, children }: WorkViewProps<T>) {
  if (work === null || work.phase === 'loading') return loading;
  if (work.phase === 'failed') {
    return (
      <ErrorState title="This work could not be opened" onRetry={() => void work.open()}>
        {work.failure}
      </ErrorState>
    );
  }
  const isReadOnly = work.isElsewhere || work.saving.trouble === 'conflict';
  return (
    <>
      <WorkNotice work={work} />
      <ReadOnlyArea value={isReadOnly}>
        <DrawnInSteps waiting={loading}>{() => children(work)}</DrawnInSteps>
      </ReadOnlyArea>
    </>
  );
}

interface DrawnInStepsProps {
  waiting: ReactNode;
  children: () => ReactNode;
}

/**
 * Renders a large screen in steps of a few milliseconds when it first appears, with `waiting` in
 * its place: otherwise, a click that opens it would block the page until everything is rendered.
 * Later changes are rendered at once.
 */
function DrawnInSteps({ waiting, children }: DrawnInStepsProps) {
  const isDrawn = useDeferredValue(true, false);
  return isDrawn ? children() : waiting;
}

function WorkNotice({ work }: { work: OpenWork<object> }) {
  const { isElsewhere, saving, failure } = work;
  if (isElsewhere) {
    return (
      <Notice
        title="This work is open in another tab."
        actions={
          <Button
            size="sm"
            onClick={() => {
              work.takeOver();
              // The button disappears with the notice.
              document.getElementById('main')?.focus();
            }}
          >
            Take over
          </Button>
        }
      >
        It is read-only here until you take over or close the other tab.
      </Notice>
    );
  }
  if (saving.trouble === 'conflict') {
    return (
      <Notice
        title={WORK_TEXTS.conflict}
        actions={
          <>
            <Button size="sm" onClick={() => work.overwrite()}>
              Keep mine
            </Button>
            <Button size="sm" onClick={work.discard}>
              Load the saved version
            </Button>
          </>
        }
      >
        Your last changes are not saved. Choose which version to keep.
      </Notice>
    );
  }
  if (saving.trouble !== 'failed') return null;
  return (
    <Notice
      title="Not saved."
      actions={
        <Button size="sm" onClick={work.save}>
          Retry
        </Button>
      }
    >
      {failure} Your changes stay in this browser until they are saved.
    </Notice>
  );
}

function Notice(props: { title: string; actions: ReactNode; children: ReactNode }) {
  return <Banner tone="warning" className="m-3 flex-none max-md:mx-3.5" {...props} />;
}

/** Saved, Saving or Not saved. */
export function WorkStatus({ work: { saving } }: { work: Pick<OpenWork<object>, 'saving'> }) {
  return (
    <span role="status" className="text-xs text-text-muted">
      {describeSaving(saving)}
    </span>
  );
}

function describeSaving(saving: OpenWork<object>['saving']): string {
  if (saving.trouble !== null) return 'Not saved';
  if (hasUnsaved(saving)) return 'Saving';
  return saving.id === null ? '' : 'Saved';
}
