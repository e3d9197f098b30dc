import { Link } from '@tanstack/react-router';
import { BellRing, FileDown, History } from 'lucide-react';
import { useState } from 'react';
import type { SaleDeed } from '../../../../shared/sales/schema.ts';
import { Time } from '../../../kit/time.tsx';
import { useNow } from '../../../lib/now.ts';
import { Button } from '../../../ui/button.tsx';
import type { Sale } from './sale-query.ts';
import { SaleSection } from './section.tsx';

const FIRST_ROWS = 6;

const ICONS: Record<SaleDeed['kind'], React.ReactNode> = {
  work: <FileDown />,
  change: <History />,
  notification: <BellRing />,
};

/**
 * What the desk did for the event: works with their files, changes and notifications, each with its
 * operator and time.
 */
export function Deeds({ sale: { deeds } }: { sale: Sale }) {
  const [isWhole, setIsWhole] = useState(false);
  const shown = isWhole ? deeds : deeds.slice(0, FIRST_ROWS);
  return (
    <SaleSection
      title="What the desk did"
      actions={
        deeds.length > FIRST_ROWS ? (
          <Button size="xs" variant="ghost" onClick={() => setIsWhole(!isWhole)}>
            {isWhole ? 'Fewer' : `All ${deeds.length}`}
          </Button>
        ) : null
      }
    >
      {deeds.length === 0 ? (
        <p className="px-5 text-xs text-text-muted max-md:px-3.5">
          Nothing yet. Files, dispatches, alerts and changes of this event appear here.
        </p>
      ) : (
        <ul aria-label="What the desk did" className="m-0 list-none p-0">
          {shown.map((deed, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two deeds may be equal in every field.
            <DeedRow key={at} deed={deed} />
          ))}
        </ul>
      )}
    </SaleSection>
  );
}

function DeedRow({ deed: { kind, at, who, title, detail, href } }: { deed: SaleDeed }) {
  const now = useNow();
  return (
    <li className="grid grid-cols-[auto_minmax(0,1fr)_auto] gap-x-2.5 px-5 py-1.5 max-md:px-3.5 [&_svg]:mt-0.5 [&_svg]:size-4 [&_svg]:text-text-muted">
      {ICONS[kind]}
      <span className="min-w-0">
        {href === null ? (
          <span className="font-medium wrap-anywhere">{title}</span>
        ) : (
          <Link to={href} className="font-medium wrap-anywhere hover:underline">
            {title}
          </Link>
        )}
        <span className="block text-xs wrap-anywhere text-text-muted">
          {[who === 'system' ? '' : who, detail].filter((part) => part !== '').join(', ')}
        </span>
      </span>
      <Time at={at} as="moment" now={now} className="text-xs text-text-muted" />
    </li>
  );
}
