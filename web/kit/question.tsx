import { type ReactNode, useState } from 'react';
import { late } from '../ui/late.tsx';
import type { ConfirmActionProps } from './confirm-action.tsx';

/** Its code loads with the first question. */
const ConfirmAction = late(() => import('./confirm-action.tsx'), 'ConfirmAction');

/** What {@link ConfirmAction} confirms. */
export interface Question extends Omit<ConfirmActionProps, 'children' | 'onClose'> {
  /** The consequences: what is lost and what is kept. */
  text: ReactNode;
}

/** The dialog of an action that needs a confirmation, to be rendered, and the function that opens it. */
export function useQuestion(): [dialog: ReactNode, ask: (question: Question) => void] {
  const [question, ask] = useState<Question | null>(null);
  if (question === null) return [null, ask];
  const { text, ...action } = question;
  const dialog = (
    <ConfirmAction {...action} onClose={() => ask(null)}>
      {text}
    </ConfirmAction>
  );
  return [dialog, ask];
}
