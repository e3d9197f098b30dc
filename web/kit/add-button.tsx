import { Plus } from 'lucide-react';
import { Button } from '../ui/button.tsx';
import { type KeyCommand, useKeyCommand } from './keys/key-command.ts';

/**
 * The button of the top bar that adds to the list of a screen, with the key `n` and a command.
 * `children`: a shorter label.
 */
export function AddButton({ children, ...command }: KeyCommand & { children?: string }) {
  useKeyCommand('n', command);
  return (
    <Button size="sm" variant="primary" icon={<Plus />} onClick={command.run}>
      <span className="max-md:sr-only">{children ?? command.label}</span>
    </Button>
  );
}
