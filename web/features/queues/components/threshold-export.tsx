import { Download } from 'lucide-react';
import { Button } from '../../../ui/button.tsx';
import { Input } from '../../../ui/input.tsx';

interface ThresholdExportProps {
  /** Of the input: 'Max AVG Ratio', or the same with the category's name. */
  label: string;
  value: string;
  onChange: (value: string) => void;
  /** The button. */
  action: string;
  /** Why there is nothing to download; null when there is. */
  blocked: string | null;
  busy: boolean;
  onExport: () => void;
}

/** The Max AVG Ratio threshold with its download button. */
export function ThresholdExport(props: ThresholdExportProps) {
  return (
    <div className="flex flex-none items-center gap-1.5">
      <span aria-hidden="true" className="text-xs whitespace-nowrap text-text-muted max-md:hidden">
        Max AVG Ratio
      </span>
      <span className="w-[84px]">
        <Input
          size="sm"
          aria-label={props.label}
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
        disabled={props.blocked !== null}
        title={props.blocked ?? undefined}
        icon={<Download aria-hidden="true" strokeWidth={1.75} />}
        onClick={props.onExport}
      >
        {props.action}
      </Button>
    </div>
  );
}
