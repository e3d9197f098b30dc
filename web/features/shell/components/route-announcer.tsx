import { useRouterState } from '@tanstack/react-router';

/** Announces the title of the page after a navigation, which does not move the focus. */
export function RouteAnnouncer() {
  const title = useRouterState({
    select: ({ matches }) => matches.at(-1)?.meta?.find((tag) => tag?.title)?.title ?? '',
  });
  return (
    <div aria-live="polite" className="sr-only">
      {title}
    </div>
  );
}
