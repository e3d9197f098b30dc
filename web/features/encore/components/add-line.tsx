import { Plus } from 'lucide-react';
import { type ComponentProps, useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Field } from '../../../ui/field.tsx';
import { Input } from '../../../ui/input.tsx';

interface AddLineProps
  extends Pick<ComponentProps<typeof Input>, 'type' | 'inputMode' | 'placeholder'> {
  label: string;
  hint?: string;
  /** Takes what was typed; answers why it cannot be taken, or null. */
  onAdd: (typed: string) => string | null;
  className?: string;
}

/** A field with Add beside it, which empties once what was typed is taken. */
export function AddLine({ label, hint, onAdd, className = '', ...input }: AddLineProps) {
  const [typed, setTyped] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  return (
    <form
      className={`flex items-start gap-2 ${className}`}
      onSubmit={(event) => {
        event.preventDefault();
        const found = onAdd(typed);
        setProblem(found);
        if (found === null) setTyped('');
      }}
    >
      <Field label={label} hint={hint} error={problem} className="flex-1">
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
      <Button
        type="submit"
        className="mt-[23px]"
        icon={<Plus aria-hidden="true" strokeWidth={1.75} />}
      >
        Add
      </Button>
    </form>
  );
}
