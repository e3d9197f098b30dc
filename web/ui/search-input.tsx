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

interface ToolbarSearchProps {
  label: string;
  value: string | undefined;
  onChange: (value: string | undefined) => void;
  /** Its width; the whole width of a small screen unless given. */
  className?: string;
}

/** The search of a toolbar, whose text is in the address: undefined while it is empty. */
export const ToolbarSearch = ({
  label,
  value = '',
  onChange,
  className = 'w-60 flex-none max-md:w-full',
}: ToolbarSearchProps) => (
  <div className={className}>
    <SearchInput label={label} value={value} onChange={(text) => onChange(text || undefined)} />
  </div>
);

/** The page's search or filter: `/` focuses it, Escape clears it and then leaves it. One per page. */
export function SearchInput({ label, value, onChange, onKeyDown, ...rest }: SearchInputProps) {
  return (
    <Input
      size="sm"
      placeholder={label}
      // The calls take searches of up to this length.
      maxLength={200}
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
        // The key that focuses the search: the search may already have the focus.
        if (event.key === '/' && value === '') event.preventDefault();
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
