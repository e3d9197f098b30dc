import type { RegisteredRouter } from '@tanstack/react-router';
import { focusOnceThere, focusStart, wouldOpenKeyboard } from '../../../lib/focus.ts';
import type { Page } from './pages.ts';

/** Focuses the field that a page begins with as soon as it is shown, so that typing can start at once. */
export function focusPageStart(router: RegisteredRouter, to: Page['to']): void {
  if (wouldOpenKeyboard()) return;
  const stop = router.subscribe('onRendered', ({ toLocation }) => {
    stop();
    if (toLocation.pathname === to) focusOnceThere(focusStart);
  });
}
