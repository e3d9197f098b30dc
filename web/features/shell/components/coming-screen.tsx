import { EmptyState } from '../../../ui/empty-state.tsx';
import { PageBody, PageHeader } from '../../../ui/page.tsx';

/** Stands in for a screen that is not built yet, and says so. */
export function ComingScreen({
  title,
  documentTitle,
}: {
  title: string;
  documentTitle?: string | undefined;
}) {
  return (
    <>
      <PageHeader title={title} documentTitle={documentTitle} />
      <PageBody>
        <EmptyState title={`${title} is not here yet`} className="pt-20">
          This screen comes with a later version. Everything else in the navigation that is ready
          works without it.
        </EmptyState>
      </PageBody>
    </>
  );
}
