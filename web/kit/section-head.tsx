import { Plus } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '../ui/button.tsx';

interface SectionHeadProps {
  title: string;
  /** What the section is for, in one or two sentences. */
  children: ReactNode;
  /** At the right; under the text on a telephone. */
  actions?: ReactNode;
}

/** The head of a section of Settings. */
export const SectionHead = ({ title, children, actions }: SectionHeadProps) => (
  <div className="flex flex-wrap items-start gap-x-3 gap-y-2 p-5 pb-3.5 max-md:p-3.5">
    <div className="min-w-0 flex-1 basis-72">
      <h2 className="text-md font-semibold">{title}</h2>
      <p className="text-text-muted">{children}</p>
    </div>
    {actions}
  </div>
);

interface AddToSectionProps {
  label: string;
  onAdd: () => void;
  /** Why nothing can be added; null if something can. */
  refusal: string | null;
}

/** The button that adds to the list of a section, and why it does nothing while the list is full. */
export const AddToSection = ({ label, onAdd, refusal }: AddToSectionProps) => (
  <>
    <Button
      size="sm"
      variant="primary"
      icon={<Plus />}
      aria-disabled={refusal !== null || undefined}
      onClick={refusal === null ? onAdd : undefined}
    >
      {label}
    </Button>
    {refusal === null ? null : <p className="basis-full text-xs text-text-muted">{refusal}</p>}
  </>
);
