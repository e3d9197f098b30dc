import { useRouterState } from '@tanstack/react-router';
import { useEffect, useState } from 'react';

/** Tells a screen reader which page it is on now: a page change moves no focus. */
export function RouteAnnouncer() {
  const pathname = useRouterState({ select: (state) => state.resolvedLocation?.pathname });
  const [title, setTitle] = useState('');
  useEffect(() => {
    if (pathname === undefined) return;
    // The page sets its title in an effect of its own, just after it is drawn.
    const timer = setTimeout(() => setTitle(document.title), 100);
    return () => clearTimeout(timer);
  }, [pathname]);
  return (
    <div aria-live="polite" className="sr-only">
      {title}
    </div>
  );
}
