import { NOT_AVAILABLE } from '../../../../shared/ticketing/constants.ts';
import { formatInstant } from '../../../../shared/ticketing/view-dates.ts';
import { type PresaleWindow, readPresales } from '../../../../shared/ticketing/view-values.ts';

/** The presales of an event by name, each with its window in the operator's own time zone. */
export function PresaleList({ presales }: { presales: string }) {
  const windows = readPresales(presales);
  if (windows.length === 0) return null;
  return (
    <ul className="flex flex-col gap-1.5 text-xs">
      {windows.map((window, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two presales may be the same in every field, and none moves.
        <li key={index}>
          <div className="font-medium [overflow-wrap:anywhere]">{window.name}</div>
          <div className="tn opacity-75">{windowText(window)}</div>
        </li>
      ))}
    </ul>
  );
}

function windowText({ opens, closes }: PresaleWindow): string {
  if (opens === null && closes === null) return 'Dates not published';
  const from = formatInstant(opens ?? NOT_AVAILABLE);
  return closes === null ? `from ${from}` : `${from} to ${formatInstant(closes)}`;
}
