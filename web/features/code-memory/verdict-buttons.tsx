import { useQuery } from '@tanstack/react-query';
import { ThumbsDown, ThumbsUp } from 'lucide-react';
import { codeOfId } from '../../../shared/code-memory/schema.ts';
import type { FoundCode } from '../../../shared/presale-codes/events.ts';
import { toastFailure, tryAgain } from '../../kit/failure.ts';
import { useShortcut } from '../../kit/keys/shortcuts.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { answerAboutCode, codeMemoryQuery } from './queries.ts';

type Shown = Pick<FoundCode, 'code' | 'code_id'>;
type Answer = 'right' | 'wrong';

const FAILED = tryAgain('Failed to save the answer');

/** The answer about a code, and the function that gives it, or removes the same answer. */
function useAnswer(id: string | undefined) {
  const { data } = useQuery({ ...codeMemoryQuery, enabled: id !== undefined });
  const answer =
    id === undefined ? undefined : data?.answers.find(({ code }) => code === codeOfId(id))?.verdict;
  const give = (next: Answer): void => {
    if (id === undefined) return;
    answerAboutCode(id, answer === next ? null : next).catch(toastFailure(FAILED));
  };
  return { answer, give };
}

/**
 * Two buttons with which the operator rates a code as right or wrong. Nothing for a code without an
 * id.
 */
export function VerdictButtons({ code: { code, code_id: id } }: { code: Shown }) {
  const { answer, give } = useAnswer(id);
  if (id === undefined) return null;
  return (
    <>
      <IconButton
        size="xs"
        label={`${code} is right`}
        aria-pressed={answer === 'right'}
        className="aria-pressed:bg-success-subtle aria-pressed:text-success-text!"
        icon={<ThumbsUp />}
        onClick={() => give('right')}
      />
      <IconButton
        size="xs"
        label={`${code} is wrong`}
        aria-pressed={answer === 'wrong'}
        className="aria-pressed:bg-danger-subtle aria-pressed:text-danger-text!"
        icon={<ThumbsDown />}
        onClick={() => give('wrong')}
      />
    </>
  );
}

/** Keys that rate the code at the cursor. */
export function useVerdictKeys(code: Shown | undefined): void {
  const { give } = useAnswer(code?.code_id);
  const enabled = code?.code_id !== undefined;
  useShortcut('r', 'The code at the cursor is right', () => give('right'), { enabled });
  useShortcut('w', 'The code at the cursor is wrong', () => give('wrong'), { enabled });
}
