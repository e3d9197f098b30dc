import { clsx } from 'clsx';
import { Upload } from 'lucide-react';
import { type DragEvent, type ReactNode, useRef, useState } from 'react';
import { Button } from './button.tsx';

interface DropZoneProps {
  /** The button's label: "Choose CSV files". */
  label: string;
  /** The accepted files: "CSV, up to 20 MB each". */
  hint?: ReactNode;
  /** The `accept` of the file input: '.csv,text/csv'. */
  accept?: string;
  multiple?: boolean;
  disabled?: boolean;
  /** Beside the button, such as a template to download. */
  aside?: ReactNode;
  /** One line above a list, instead of a large area. */
  inline?: boolean;
  onFiles: (files: File[]) => void;
}

/** Receives files by drop or file picker. The caller checks them: `accept` is only a hint. */
export function DropZone({
  label,
  hint,
  accept,
  multiple,
  disabled,
  inline,
  aside,
  onFiles,
}: DropZoneProps) {
  const input = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState(false);
  const take = (list: FileList | null) => {
    const files = [...(list ?? [])];
    if (files.length > 0 && !disabled) onFiles(multiple ? files : files.slice(0, 1));
  };
  const onDrop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    take(event.dataTransfer.files);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping needs a pointer; the button inside works without one.
    <div
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={onDrop}
      className={clsx(
        'flex items-center rounded-lg border border-dashed',
        inline ? 'flex-wrap gap-3 px-3 py-2.5' : 'flex-col gap-2 px-4 py-6 text-center',
        over && 'border-accent bg-accent-subtle',
        over || 'border-border-control',
        over || (inline ? 'bg-surface-sunken' : 'bg-surface'),
      )}
    >
      <Button icon={<Upload />} disabled={disabled} onClick={() => input.current?.click()}>
        {label}
      </Button>
      <p className="text-xs text-text-muted">
        or drop {multiple ? 'them' : 'it'} here{hint ? <>. {hint}</> : null}
      </p>
      {aside}
      <input
        ref={input}
        type="file"
        aria-label={label}
        tabIndex={-1}
        className="sr-only"
        accept={accept}
        multiple={multiple}
        onChange={(event) => {
          take(event.target.files);
          event.target.value = '';
        }}
      />
    </div>
  );
}
