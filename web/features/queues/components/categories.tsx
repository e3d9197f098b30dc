import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { QueueType } from '../../../../shared/queues/schema.ts';
import { TEXTS } from '../../../../shared/queues/texts.ts';
import { ApiError } from '../../../lib/api-error.ts';
import { ErrorState } from '../../../ui/error-state.tsx';
import { TableSkeleton } from '../../../ui/skeleton.tsx';
import { categoriesQuery } from '../queries.ts';
import { CategorySection } from './category-section.tsx';

interface CategoriesProps {
  type: QueueType;
  onOpen: (account: string) => void;
}

/** One collapsible section per category. */
export function Categories({ type, onOpen }: CategoriesProps) {
  const categories = useQuery(categoriesQuery(type));
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set());
  const names = categories.data?.map(({ name }) => name) ?? [];
  return (
    <section aria-label="Categories" className="border-t border-border pb-10">
      <h2 className="px-5 pt-4 pb-3 font-[620] max-md:px-3.5">Categories</h2>
      {categories.isPending ? <TableSkeleton label="Loading categories" rows={3} /> : null}
      {categories.isError && categories.data === undefined ? (
        <ErrorState
          title={TEXTS.categoriesFailed}
          retrying={categories.isFetching}
          requestId={categories.error instanceof ApiError ? categories.error.requestId : undefined}
          onRetry={() => void categories.refetch()}
        >
          {TEXTS.categoriesError}
        </ErrorState>
      ) : null}
      {categories.data?.length === 0 ? (
        <p className="px-5 pb-4 text-text-muted max-md:px-3.5">
          No categories yet. Upload one above: a name, and one account per line.
        </p>
      ) : null}
      {categories.data?.map((category) => (
        <CategorySection
          key={category.name}
          type={type}
          category={category}
          names={names}
          isOpen={opened.has(category.name)}
          onToggle={() => setOpened((now) => toggled(now, category.name))}
          // A renamed category stays as it was: open or closed.
          onRename={(to) =>
            setOpened((now) => (now.has(category.name) ? new Set([...now, to]) : now))
          }
          onOpen={onOpen}
        />
      ))}
    </section>
  );
}

function toggled(names: ReadonlySet<string>, name: string): ReadonlySet<string> {
  const next = new Set(names);
  if (!next.delete(name)) next.add(name);
  return next;
}
