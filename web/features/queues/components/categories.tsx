import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { QueueType } from '../../../../shared/queues/schema.ts';
import { TEXTS } from '../../../../shared/queues/texts.ts';
import { requestIdOf } from '../../../kit/failure.ts';
import { categoriesQuery } from '../../../lib/account-categories.ts';
import { ErrorState } from '../../../ui/error-state.tsx';
import { TableSkeleton } from '../../../ui/skeleton.tsx';
import { CategorySection } from './category-section.tsx';

interface CategoriesProps {
  type: QueueType;
  onOpen: (account: string) => void;
}

/** One collapsible section per category. */
export function Categories({ type, onOpen }: CategoriesProps) {
  const categories = useQuery(categoriesQuery(type));
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set());
  // A renamed category stays what it was on the screen: open or closed, and with the focus in it.
  const [firstNames, setFirstNames] = useState<ReadonlyMap<string, string>>(new Map());
  const follow = (from: string, to: string) =>
    setFirstNames((now) => new Map(now).set(to, now.get(from) ?? from));
  const names = categories.data?.map(({ name }) => name) ?? [];
  const claimed = new Set(names.flatMap((name) => firstNames.get(name) ?? []));
  const identityOf = (name: string) =>
    firstNames.get(name) ?? (claimed.has(name) ? `another ${name}` : name);
  return (
    <section aria-label="Categories" className="border-t border-border pb-10">
      <h2 className="px-5 pt-4 pb-3 font-semibold max-md:px-3.5">Categories</h2>
      {categories.isPending ? <TableSkeleton label="Loading categories" rows={3} /> : null}
      {categories.isError && categories.data === undefined ? (
        <ErrorState
          title={TEXTS.categoriesFailed}
          retrying={categories.isFetching}
          requestId={requestIdOf(categories.error)}
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
      {categories.data?.map((category) => {
        const identity = identityOf(category.name);
        return (
          <CategorySection
            key={identity}
            type={type}
            category={category}
            names={names}
            isOpen={opened.has(identity)}
            onToggle={() => setOpened((now) => toggled(now, identity))}
            onRenamed={(to) => follow(category.name, to)}
            onOpen={onOpen}
          />
        );
      })}
    </section>
  );
}

function toggled(opened: ReadonlySet<string>, identity: string): ReadonlySet<string> {
  const next = new Set(opened);
  if (!next.delete(identity)) next.add(identity);
  return next;
}
