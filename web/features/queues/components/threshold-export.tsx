import { Download } from 'lucide-react';
import { useId } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Input } from '../../../ui/input.tsx';

interface ThresholdExportProps {
  /** Of the input: 'Max AVG Ratio', or the same with the category's name. */
  label: string;
  value: string;
  onChange: (value: string) => void;
  /** The button. */
  action: string;
  /** False when the value is no threshold. */
  isValid: boolean;
  /** Why there is nothing to download; null when there is. */
  blocked: string | null;
  busy: boolean;
  onExport: () => void;
}

/** The Max AVG Ratio threshold with its download button, and the reason while the button is off. */
export function ThresholdExport(props: ThresholdExportProps) {
  const reasonId = useId();
  const reason = props.isValid ? props.blocked : 'Enter 0.1 to 100, in steps of 0.1.';
  return (
    <div className="flex min-w-0 flex-wrap items-center gap-1.5">
      <span aria-hidden="true" className="text-xs whitespace-nowrap text-text-muted">
        Max AVG Ratio
      </span>
      <span className="w-[84px]">
        <Input
          size="sm"
          aria-label={props.label}
          aria-invalid={props.isValid ? undefined : true}
          aria-describedby={reason === null ? undefined : reasonId}
          inputMode="decimal"
          autoComplete="off"
          suffix="%"
          value={props.value}
          onChange={(event) => props.onChange(event.target.value)}
        />
      </span>
      <Button
        size="sm"
        busy={props.busy}
        aria-disabled={reason !== null || undefined}
        aria-describedby={reason === null ? undefined : reasonId}
        title={reason ?? undefined}
        icon={<Download />}
        onClick={props.onExport}
      >
        {props.action}
      </Button>
      <span id={reasonId} className={props.isValid ? 'sr-only' : 'text-xs text-danger-text'}>
        {reason}
      </span>
    </div>
  );
}
