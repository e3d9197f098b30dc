import { Eye, EyeOff } from 'lucide-react';
import { type ComponentProps, useState } from 'react';
import { iconButtonClass } from './button-styles.ts';
import { Input } from './input.tsx';

type PasswordInputProps = Omit<ComponentProps<typeof Input>, 'type' | 'suffix'>;

/** A password with a button that shows and hides it. */
export function PasswordInput(props: PasswordInputProps) {
  const [shown, setShown] = useState(false);
  return (
    <Input
      {...props}
      type={shown ? 'text' : 'password'}
      spellCheck={false}
      autoCapitalize="none"
      suffix={
        <button
          type="button"
          aria-label={shown ? 'Hide password' : 'Show password'}
          aria-pressed={shown}
          onClick={() => setShown(!shown)}
          className={iconButtonClass('ghost', 'xs')}
        >
          {shown ? <EyeOff /> : <Eye />}
        </button>
      }
    />
  );
}
