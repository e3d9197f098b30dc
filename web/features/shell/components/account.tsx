import { lazy, Suspense, useState } from 'react';
import { AccountButton } from './account-button.tsx';

const loadMenu = () => import('./account-menu.tsx');
const AccountMenu = lazy(() => loadMenu().then((module) => ({ default: module.AccountMenu })));

interface AccountProps {
  collapsed: boolean;
  onOpenShortcuts: () => void;
  onFollow?: (() => void) | undefined;
}

/** The sidebar's footer. The menu is loaded when the button is approached, and opens with the first press. */
export function Account(props: AccountProps) {
  const [wanted, setWanted] = useState(false);
  const button = (
    <AccountButton
      collapsed={props.collapsed}
      onPointerEnter={loadMenu}
      onFocus={loadMenu}
      onClick={() => setWanted(true)}
    />
  );
  if (!wanted) return button;
  return (
    <Suspense fallback={button}>
      <AccountMenu {...props} />
    </Suspense>
  );
}
