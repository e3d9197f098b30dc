import type { PresaleWindow } from '../../../../shared/ticketing/schema.ts';
import { formatInstant } from '../../../../shared/ticketing/view-dates.ts';
import { zoneName } from '../../../../shared/zone-name.ts';

/** The presales of an event by name, each with its window in the operator's own time zone. */
export function PresaleList({ windows }: { windows: readonly PresaleWindow[] }) {
  if (windows.length === 0) return null;
  return (
    <ul className="flex flex-col gap-1.5 text-xs">
      {windows.map((window, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two presales may be equal in every field, and the order is fixed.
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
  const zone = zoneName(closes ?? opens ?? '');
  if (closes === null) return `from ${formatInstant(opens ?? '')} ${zone}`;
  if (opens === null) return `until ${formatInstant(closes)} ${zone}`;
  return `${formatInstant(opens)} to ${formatInstant(closes)} ${zone}`;
}
