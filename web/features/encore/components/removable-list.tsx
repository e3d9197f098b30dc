import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { IconButton } from '../../../ui/icon-button.tsx';

interface RemovableListProps<T> {
  label: string;
  items: readonly T[];
  /** Tells the items apart, and names what is removed. */
  nameOf: (item: T) => string;
  onRemove: (item: T) => void;
  /** What a row shows before its button. */
  children: (item: T) => ReactNode;
}

/** What the operator added, one row each, to be removed again. Nothing while there is nothing. */
export function RemovableList<T>(props: RemovableListProps<T>) {
  const { label, items, nameOf, onRemove, children } = props;
  if (items.length === 0) return null;
  return (
    <ul className="flex flex-col gap-1" aria-label={label}>
      {items.map((item) => (
        <li key={nameOf(item)} className="flex items-center gap-2">
          <span className="min-w-0 flex-1 truncate" title={nameOf(item)}>
            {children(item)}
          </span>
          <IconButton
            label={`Remove ${nameOf(item)}`}
            size="xs"
            icon={<X aria-hidden="true" strokeWidth={1.75} />}
            onClick={() => onRemove(item)}
          />
        </li>
      ))}
    </ul>
  );
}
