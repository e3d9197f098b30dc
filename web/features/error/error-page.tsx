import { useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { safePath } from '../../lib/safe-path.ts';
import { Button } from '../../ui/button.tsx';
import { defaultText } from './defaults.ts';
import type { ErrorPageSearch } from './search-state.ts';
import { TornTicket } from './torn-ticket.tsx';

/** The error page. It reads its query once, then removes it from the address. */
export function ErrorPage({ search }: { search: ErrorPageSearch }) {
  const router = useRouter();
  const [shown, setShown] = useState(search);
  const hasQuery = Object.values(search).some((value) => value !== undefined);
  useEffect(() => {
    if (!hasQuery) return;
    setShown(search);
    void router.navigate({ to: '/error', search: {}, replace: true });
  }, [hasQuery, search, router]);

  const text = defaultText(shown.code);
  const title = shown.title ?? text.title;
  const leave = () => {
    const target = safePath(shown.to);
    if (target) void router.navigate({ to: target });
    else if (router.history.canGoBack() || hasOwnPageBehind()) router.history.back();
    else void router.navigate({ to: '/dashboard' });
  };

  return (
    <main id="main" className="grid min-h-dvh place-items-center bg-bg p-6">
      <title>{`Boxoffice Desk - ${title}`}</title>
      <div className="w-full max-w-130 text-center">
        <TornTicket code={shown.code} />
        <h1 className="mt-6.5 text-2xl font-semibold tracking-[-0.02em] text-balance">{title}</h1>
        <p className="mt-1.5 text-md text-balance text-text-muted">
          {shown.desc ?? text.description}
        </p>
        <div className="mt-5">
          <Button variant="primary" onClick={leave}>
            {shown.btn ?? 'Back'}
          </Button>
        </div>
      </div>
    </main>
  );
}

/**
 * Whether Back leads to a page of the desk that was opened before the last full load, which the router does not record.
 */
function hasOwnPageBehind(): boolean {
  return 'navigation' in window && window.navigation.canGoBack;
}
