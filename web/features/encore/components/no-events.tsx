import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { buttonClass } from '../../../ui/button-styles.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { AddEventsPanel } from './add-events-panel.tsx';

/** No events in the address: choose them in the search tool, or give the addresses of their pages. */
export function NoEvents({ onAdd }: { onAdd: (ids: string[]) => void }) {
  const [isAdding, setIsAdding] = useState(false);
  return (
    <div className="mx-auto max-w-[640px] px-5 pt-8 pb-10 max-md:px-3.5">
      <EmptyState
        title="No Events Selected"
        actions={
          <>
            <Link to="/ticketmaster" className={buttonClass('primary')}>
              Go to TicketMaster Tool
            </Link>
            {isAdding ? null : (
              <Button onClick={() => setIsAdding(true)}>Add Events Manually</Button>
            )}
          </>
        }
      >
        Choose events in the search tool and they appear here, each with its accounts and settings.
      </EmptyState>
      {isAdding ? (
        <section aria-labelledby="add-events">
          <h2 id="add-events" className="mb-2 font-[620]">
            Add Events Manually
          </h2>
          <AddEventsPanel chosen={[]} onAdd={onAdd} onCancel={() => setIsAdding(false)} />
        </section>
      ) : null}
    </div>
  );
}
