import '../../web/styles/app.css';
import { beforeEach, vi } from 'vitest';
import { commands, page } from 'vitest/browser';
import { cleanup } from 'vitest-browser-react';
import { setTheme } from '../../web/kit/theme.ts';
import { leaveSession } from '../../web/lib/session.ts';
import { closeToasts } from '../../web/ui/toast.tsx';
import { repeatRandomValues } from '../setup/repeatable.ts';

declare module 'vitest/browser' {
  interface BrowserCommands {
    parkPointer: () => Promise<void>;
  }
}

repeatRandomValues();

// All files share one page and one copy of the product, so each test starts as in a new tab.
beforeEach(async () => {
  vi.useRealTimers();
  await cleanup();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  await leaveSession(() => undefined);
  closeToasts();
  localStorage.clear();
  sessionStorage.clear();
  setTheme('system');
  // An element that appears below a resting pointer is hovered: a tooltip opens, or a link preloads
  // its page.
  await commands.parkPointer();
  if (innerWidth !== 1440 || innerHeight !== 900) await page.viewport(1440, 900);
});
