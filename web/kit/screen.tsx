import type { ComponentProps, ReactNode } from 'react';
import { PageBody, PageHeader } from '../ui/page.tsx';

interface ScreenProps
  extends Pick<ComponentProps<typeof PageHeader>, 'title' | 'context' | 'actions'>,
    Pick<ComponentProps<typeof PageBody>, 'layout' | 'className'> {
  /** Details or a form beside the page, which stays in use. */
  panel?: ReactNode;
  children: ReactNode;
}

/** The frame of a screen: title and actions in the top bar, the page, and a side panel beside it. */
export function Screen({ title, context, actions, panel, children, ...body }: ScreenProps) {
  return (
    <>
      <PageHeader title={title} context={context} actions={actions} />
      {/* Always rendered: a page that moved into it together with the panel would lose its state. */}
      <div className="flex min-h-0 flex-1 max-lg:flex-col">
        <PageBody {...body}>{children}</PageBody>
        {panel}
      </div>
    </>
  );
}
