import { useRouterState } from '@tanstack/react-router';
import { ChevronDown, LayoutList } from 'lucide-react';
import type { ReactNode } from 'react';
import { screenAt } from '../../../shared/views/screens.ts';
import { Button } from '../../ui/button.tsx';

/** The text of the button of views: as wide with the name of a view, which loads later, as without one. */
export const ViewsLabel = ({ children, note }: { children: ReactNode; note?: ReactNode }) => (
  <>
    <span className="w-16 truncate text-left max-xl:sr-only">{children}</span>
    {note}
    <ChevronDown className="size-3.5 max-xl:hidden" />
  </>
);

/** The place of the button of views while its code loads: the head of the page does not move when it arrives. */
export function ViewsPlace() {
  const screen = useRouterState({ select: ({ location }) => screenAt(location.pathname) });
  if (screen === null) return null;
  return (
    <Button size="sm" icon={<LayoutList />} className="invisible" disabled>
      <ViewsLabel>Views</ViewsLabel>
    </Button>
  );
}
