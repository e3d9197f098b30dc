import { Link } from '@tanstack/react-router';
import { buttonClass } from '../../../ui/button-styles.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { PageBody, PageHeader } from '../../../ui/page.tsx';

/** The placeholder of a screen that is not built yet. */
export function ComingScreen({ title }: { title: string }) {
  return (
    <>
      <PageHeader title={title} />
      <PageBody>
        <EmptyState
          title={`${title} is not here yet`}
          className="pt-20"
          actions={
            <Link to="/ticketmaster" className={buttonClass('primary')}>
              Find an artist's events
            </Link>
          }
        >
          A later version adds this screen. Start with the Ticketing Tool.
        </EmptyState>
      </PageBody>
    </>
  );
}
