import { Search, X } from 'lucide-react';
import type { ComponentProps } from 'react';
import { iconButtonClass } from './button-styles.ts';
import { Input } from './input.tsx';
import { Kbd } from './kbd.tsx';

interface SearchInputProps
  extends Omit<ComponentProps<typeof Input>, 'type' | 'prefix' | 'suffix' | 'value' | 'onChange'> {
  /** Accessible name; the placeholder too, unless given. */
  label: string;
  value: string;
  onChange: (value: string) => void;
}

/** The page's search or filter: `/` focuses it, Escape clears it and then leaves it. One per page. */
export function SearchInput({ label, value, onChange, onKeyDown, ...rest }: SearchInputProps) {
  return (
    <Input
      size="sm"
      placeholder={label}
      {...rest}
      type="search"
      aria-label={label}
      data-page-search=""
      autoComplete="off"
      spellCheck={false}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      onKeyDown={(event) => {
        onKeyDown?.(event);
        if (event.defaultPrevented || event.key !== 'Escape') return;
        event.preventDefault();
        if (value === '') event.currentTarget.blur();
        else onChange('');
      }}
      prefix={<Search />}
      suffix={
        value === '' ? (
          <Kbd>/</Kbd>
        ) : (
          <button
            type="button"
            aria-label="Clear search"
            className={iconButtonClass('ghost', 'xs')}
            onClick={() => onChange('')}
          >
            <X />
          </button>
        )
      }
    />
  );
}
