import type { QueryClient } from '@tanstack/react-query';
import { createRootRouteWithContext, HeadContent, Outlet } from '@tanstack/react-router';
import { useThemeSync } from '../lib/theme.ts';

export const Route = createRootRouteWithContext<{ queryClient: QueryClient }>()({
  component: Root,
});

function Root() {
  useThemeSync();
  return (
    <>
      <HeadContent />
      <Outlet />
    </>
  );
}
