import { lazy, type ReactElement, Suspense } from 'react';
import type { OptionListProps } from './option-list.tsx';
import { Skeleton } from './skeleton.tsx';

const loadList = () => import('./option-list.tsx');
const OptionList = lazy(() => loadList().then((module) => ({ default: module.OptionList })));

/** Starts loading the list before it is opened: for `onPointerEnter` and `onFocus` of what opens it. */
export function preloadOptionList(): void {
  void loadList();
}

/** An OptionList whose code is loaded with the first popover that shows one. */
export function LazyOptionList<T extends string>(props: OptionListProps<T>): ReactElement {
  // `lazy` loses the type parameter: values are only handed back as they were given.
  const onToggle = props.onToggle as (value: string) => void;
  return (
    <Suspense fallback={<Skeleton className="m-3" />}>
      <OptionList {...props} onToggle={onToggle} />
    </Suspense>
  );
}
