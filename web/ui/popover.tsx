import { lazyOf } from './late-part.tsx';
import { OpenedByTrigger, overlayCode } from './overlay-code.tsx';
import type { PopoverProps } from './overlays.tsx';

const PopoverLayer = lazyOf(overlayCode, 'PopoverLayer');

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
      <PopoverLayer {...props} />
    </OpenedByTrigger>
  );
}
