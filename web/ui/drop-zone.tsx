import { clsx } from 'clsx';
import { Upload } from 'lucide-react';
import { type DragEvent, type ReactNode, useRef, useState } from 'react';
import { Button } from './button.tsx';

interface DropZoneProps {
  /** The button's label: "Choose CSV files". */
  label: string;
  /** What is taken: "CSV, up to 20 MB each". */
  hint?: ReactNode;
  /** As of an input: '.csv,text/csv'. */
  accept?: string;
  multiple?: boolean;
  disabled?: boolean;
  onFiles: (files: File[]) => void;
  className?: string;
}

/** Takes files by drop or by choosing. Whether they fit is the caller's to check: `accept` is a hint only. */
export function DropZone({
  label,
  hint,
  accept,
  multiple,
  disabled,
  onFiles,
  className,
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
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is a pointer's way; the button inside is everybody's.
    <div
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={onDrop}
      className={clsx(
        'flex flex-col items-center gap-2 rounded-lg border border-dashed px-4 py-6 text-center',
        over ? 'border-accent bg-accent-subtle' : 'border-border-control bg-surface',
        className,
      )}
    >
      <Button icon={<Upload />} disabled={disabled} onClick={() => input.current?.click()}>
        {label}
      </Button>
      <p className="text-xs text-text-muted">
        or drop {multiple ? 'them' : 'it'} here{hint ? <>. {hint}</> : null}
      </p>
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
