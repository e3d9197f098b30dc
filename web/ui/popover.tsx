import { OpenedByTrigger, overlays } from './load-overlays.tsx';
import type { PopoverProps } from './overlays.tsx';

/** One to three controls beside the button that opened them: filters, dates. */
export function Popover(props: PopoverProps) {
  const { trigger, open, onOpenChange } = props;
  return (
    <OpenedByTrigger
      trigger={trigger}
      kind="dialog"
      open={open}
      onPress={() => onOpenChange?.(true)}
    >
      <OpenedPopover {...props} />
    </OpenedByTrigger>
  );
}

function OpenedPopover(props: PopoverProps) {
  const { PopoverLayer } = overlays();
  return <PopoverLayer {...props} />;
}
