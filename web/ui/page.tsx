import { clsx } from 'clsx';
import { createContext, type ReactNode, useContext } from 'react';
import { createPortal } from 'react-dom';

/**
 * The places in the shell's top bar that a page fills. The shell provides them once they are
 * mounted.
 */
export const TopBarSlots = createContext<{
  heading: HTMLElement | null;
  actions: HTMLElement | null;
}>({ heading: null, actions: null });

interface PageHeaderProps {
  /** The page's h1. */
  title: string;
  /** One line of context beside the title; hidden on small screens. */
  context?: ReactNode;
  /** Buttons of 28 px (`size="sm"`), the main one last. */
  actions?: ReactNode;
}

/** Fills the top bar: title, one line of context, actions. Once per page. */
export function PageHeader({ title, context, actions }: PageHeaderProps) {
  const slots = useContext(TopBarSlots);
  return (
    <>
      {slots.heading
        ? createPortal(
            <>
              <h1 className="min-w-0 max-w-full truncate text-lg leading-6 font-semibold tracking-[-0.012em] md:flex-none max-md:line-clamp-2 max-md:leading-5 max-md:whitespace-normal">
                {title}
              </h1>
              {context ? (
                <span className="min-w-0 truncate pl-0.5 text-xs text-text-subtle max-md:hidden">
                  {context}
                </span>
              ) : null}
            </>,
            slots.heading,
          )
        : null}
      {slots.actions && actions ? createPortal(actions, slots.actions) : null}
    </>
  );
}

/**
 * Actions of the top bar that belong to a part of the page. The page itself then passes no actions
 * to its header.
 */
export function PageActions({ children }: { children: ReactNode }) {
  const { actions } = useContext(TopBarSlots);
  return actions ? createPortal(children, actions) : null;
}

interface PageBodyProps {
  /**
   * `fixed`: toolbar above a table that scrolls; `scroll`: the page scrolls; `canvas`: the same on grey, for grids of
   * cards.
   */
  layout?: 'fixed' | 'scroll' | 'canvas';
  className?: string;
  children: ReactNode;
}

/** Everything under the top bar. Positioned, so that a SelectionBar can float over it. */
export function PageBody({ layout = 'scroll', className, children }: PageBodyProps) {
  return (
    <div
      className={clsx(
        'relative min-h-0 min-w-0 flex-1',
        layout === 'fixed' ? 'flex flex-col overflow-hidden' : 'overflow-auto',
        layout === 'canvas' && 'bg-bg',
        className,
      )}
    >
      {children}
    </div>
  );
}

/**
 * Filters below a search field that is as wide as a small screen: there they scroll sideways on a
 * separate line.
 */
export const ToolbarStrip = ({ children }: { children: ReactNode }) => (
  <div className="flex items-center gap-2 max-md:w-full max-md:overflow-x-auto max-md:[scrollbar-width:none] md:contents">
    {children}
  </div>
);

/** The number of results at the right of a toolbar. Screen readers announce changes. */
export const ToolbarStatus = ({ children }: { children: ReactNode }) => (
  <span role="status" className="tn ml-auto text-xs whitespace-nowrap text-text-muted">
    {children}
  </span>
);

/** The 46 px line of search, filters and view switches; scrolls sideways on small screens. */
export function Toolbar({ className, children }: { className?: string; children: ReactNode }) {
  return (
    <div
      className={clsx(
        'flex min-h-(--size-toolbar) flex-none items-center gap-2 border-b border-border bg-surface py-2 pr-4 pl-5 max-md:overflow-x-auto max-md:px-3 max-md:[scrollbar-width:none]',
        className,
      )}
    >
      {children}
    </div>
  );
}
