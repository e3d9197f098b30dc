import { Plus, X } from 'lucide-react';
import { type ComponentProps, type ReactNode, useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Field } from '../../../ui/field.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { Input } from '../../../ui/input.tsx';

interface EditableListProps<T>
  extends Pick<ComponentProps<typeof Input>, 'type' | 'inputMode' | 'placeholder'> {
  /** Names the list of entries. */
  label: string;
  /** Label of the field that adds one. */
  inputLabel: string;
  hint?: string;
  items: readonly T[];
  /** Unique; identifies the entry that is removed. */
  nameOf: (item: T) => string;
  renderItem: (item: T) => ReactNode;
  /** Adds the typed text. Returns why it is refused, or null. */
  onAdd: (typed: string) => string | null;
  onRemove: (item: T) => void;
}

/** Entries that the operator adds and removes. The field is cleared once its text is accepted. */
export function EditableList<T>(props: EditableListProps<T>) {
  const { label, inputLabel, hint, items, nameOf, renderItem, onAdd, onRemove, ...input } = props;
  const [typed, setTyped] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const add = () => {
    const refusal = onAdd(typed);
    setProblem(refusal);
    if (refusal === null) setTyped('');
  };
  return (
    <div className="flex flex-col gap-2">
      {items.length === 0 ? null : (
        <ul className="flex flex-col gap-1" aria-label={label}>
          {items.map((item) => (
            <li key={nameOf(item)} className="flex items-center gap-2">
              <span className="min-w-0 flex-1 truncate" title={nameOf(item)}>
                {renderItem(item)}
              </span>
              <IconButton
                label={`Remove ${nameOf(item)}`}
                size="xs"
                icon={<X />}
                onClick={() => onRemove(item)}
              />
            </li>
          ))}
        </ul>
      )}
      <form
        className="flex items-start gap-2"
        onSubmit={(event) => {
          event.preventDefault();
          add();
        }}
      >
        <Field label={inputLabel} hint={hint} error={problem} className="flex-1">
          {(control) => (
            <Input
              {...control}
              {...input}
              autoComplete="off"
              value={typed}
              onChange={(event) => {
                setTyped(event.target.value);
                setProblem(null);
              }}
            />
          )}
        </Field>
        <Button type="submit" className="mt-5.75" icon={<Plus />}>
          Add
        </Button>
      </form>
    </div>
  );
}
