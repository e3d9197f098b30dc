import { keyLabel } from '../../ui/kbd.tsx';
import { type Command, useCommands } from './commands.ts';
import { type ShortcutOptions, useShortcut } from './shortcuts.ts';

export type KeyCommand = Omit<Command, 'shortcut'>;

/** A command of the palette with a shortcut. Both exist while it is enabled. */
export function useKeyCommand(
  keys: string,
  command: KeyCommand,
  options: ShortcutOptions = {},
): void {
  useShortcut(keys, command.label, command.run, options);
  useCommands(options.enabled === false ? [] : [{ ...command, shortcut: keyLabel(keys) }]);
}
