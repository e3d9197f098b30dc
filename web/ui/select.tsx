import { clsx } from 'clsx';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { loadAhead, useIdleLoad } from './idle-load.ts';
import { SelectArrow, selectClass } from './select-face.tsx';

const loadSelect = () => import('./select-layer.tsx');
const SelectLayer = lazy(() => loadSelect().then((module) => ({ default: module.SelectLayer })));

export interface Option<T extends string> {
  value: T;
  label: string;
  /** Before the label: a flag or an icon. */
  icon?: ReactNode;
  disabled?: boolean;
}

export interface SelectProps<T extends string> {
  value: T | undefined;
  onChange: (value: T) => void;
  options: readonly Option<T>[];
  placeholder?: string;
  size?: 'sm' | 'md';
  disabled?: boolean;
  className?: string;
  id?: string;
  'aria-label'?: string;
  'aria-describedby'?: string | undefined;
  'aria-invalid'?: true | undefined;
}

/**
 * One of six or more options. Values must not be empty text. Spread a Field's control into it. The list's code is
 * loaded once the page is idle, so that the first key press finds it there.
 */
export function Select<T extends string>(props: SelectProps<T>) {
  useIdleLoad(loadSelect);
  const [isWanted, setWanted] = useState(false);
  const {
    value,
    onChange,
    options,
    placeholder = 'Choose',
    size,
    disabled,
    className,
    ...control
  } = props;
  const current = options.find((option) => option.value === value);
  const plain = (
    <button
      type="button"
      {...control}
      role="combobox"
      aria-haspopup="listbox"
      aria-expanded={false}
      aria-controls={undefined}
      disabled={disabled}
      onPointerEnter={() => loadAhead(loadSelect)}
      onFocus={() => loadAhead(loadSelect)}
      onClick={() => setWanted(true)}
      onKeyDown={(event) => {
        if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
        event.preventDefault();
        setWanted(true);
      }}
      className={clsx(selectClass(size), className)}
    >
      <span className={clsx('min-w-0 truncate', !current && 'text-text-subtle')}>
        {current?.label ?? placeholder}
      </span>
      <SelectArrow />
    </button>
  );
  if (!isWanted) return plain;
  return (
    <Suspense fallback={plain}>
      {/* The options given here are the only values that come back. */}
      <SelectLayer {...props} onChange={(next) => onChange(next as T)} />
    </Suspense>
  );
}
