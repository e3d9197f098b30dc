import { useEffect, useState } from 'react';
import { createPortal, flushSync } from 'react-dom';
import type { AgendaDay } from '../../../../shared/sales/agenda.ts';
import { useNow } from '../../../lib/now.ts';
import { saleName } from '../../reminders/follow.tsx';
import { dayTitle } from './day-title.ts';

interface PrintedAgendaProps {
  days: readonly AgendaDay[];
  title: string;
}

/**
 * All sales as a plain table in place of the page, while it is printed, because the list renders
 * only the rows in view.
 */
export function PrintedAgenda({ days, title }: PrintedAgendaProps) {
  const now = useNow();
  const [isPrinting, setIsPrinting] = useState(false);
  useEffect(() => {
    // The browser prints the page right after the event.
    const begin = () => flushSync(() => setIsPrinting(true));
    const end = () => setIsPrinting(false);
    window.addEventListener('beforeprint', begin);
    window.addEventListener('afterprint', end);
    return () => {
      window.removeEventListener('beforeprint', begin);
      window.removeEventListener('afterprint', end);
    };
  }, []);
  if (!isPrinting) return null;
  return createPortal(
    <div className="printed">
      <h1>{title}</h1>
      {days.map(({ day, sales }) => (
        <table key={day}>
          <caption>{dayTitle(day, now)}</caption>
          <tbody>
            {sales.map(({ sale, time, isOwnTime }, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: two sales may be equal in every field.
              <tr key={at}>
                <td>
                  {time}
                  {isOwnTime ? ' (your time)' : ''}
                </td>
                <td>{sale.artist}</td>
                <td>{[sale.venue, sale.city, sale.country].filter(Boolean).join(', ')}</td>
                <td>{saleName(sale)}</td>
                <td>{sale.is_followed ? 'Followed' : ''}</td>
              </tr>
            ))}
          </tbody>
        </table>
      ))}
    </div>,
    document.body,
  );
}
