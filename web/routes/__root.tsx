import type { QueryClient } from '@tanstack/react-query';
import { createRootRouteWithContext, Outlet, useRouterState } from '@tanstack/react-router';
import { LucideProvider } from 'lucide-react';
import { useThemeSync } from '../kit/theme.ts';

export const Route = createRootRouteWithContext<{ queryClient: QueryClient }>()({
  component: Root,
});

function Root() {
  useThemeSync();
  const title = useRouterState({ select: ({ matches }) => findTitle(matches) });
  return (
    <>
      {/* The router's HeadContent would add 1.2 kB to the login page for tags that no route has. */}
      <title>{title}</title>
      {/* Icons are decorative unless they have a label: Lucide hides them from screen readers itself. */}
      <LucideProvider strokeWidth={1.75}>
        <Outlet />
      </LucideProvider>
    </>
  );
}

/** The title of the innermost route that has one. */
const findTitle = (matches: { meta?: readonly ({ title?: string } | undefined)[] }[]) =>
  matches.findLast(({ meta }) => meta?.some((tag) => tag?.title))?.meta?.find((tag) => tag?.title)
    ?.title ?? 'Boxoffice Desk';
