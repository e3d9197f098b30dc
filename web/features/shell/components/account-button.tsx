import { useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { ChevronsUpDown } from 'lucide-react';
import type { ComponentProps } from 'react';
import { currentUserQuery } from '../../../lib/auth.ts';

interface AccountButtonProps extends ComponentProps<'button'> {
  /** Shows the first letter only. */
  collapsed: boolean;
}

/** The operator's e-mail and its first letter. Opens the account menu. */
export function AccountButton({ collapsed, ...rest }: AccountButtonProps) {
  const user = useQuery(currentUserQuery);
  const email = user.data?.email;
  const name = email ?? (user.isError ? 'Account not loaded' : '');
  return (
    <button
      type="button"
      aria-haspopup="menu"
      aria-expanded={false}
      {...rest}
      className={clsx(
        'flex h-[38px] w-full items-center gap-[9px] rounded-md text-left hover:bg-surface-active aria-expanded:bg-surface-active max-md:h-11',
        collapsed ? 'justify-center' : 'pr-2 pl-1.5',
      )}
    >
      <span
        aria-hidden="true"
        className="grid size-[26px] flex-none place-items-center rounded-full bg-accent text-xs font-semibold text-accent-contrast"
      >
        {email?.charAt(0).toUpperCase() ?? ''}
      </span>
      {collapsed ? (
        <span className="sr-only">Account menu, {name}</span>
      ) : (
        <>
          <span className="sr-only">Account menu, </span>
          <span className="min-w-0 flex-1 truncate" title={email}>
            {name}
          </span>
          <ChevronsUpDown className="size-3.5 flex-none" />
        </>
      )}
    </button>
  );
}
