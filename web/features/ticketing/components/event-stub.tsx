import { readLocalDate, stubParts } from '../../../../shared/ticketing/view-dates.ts';
import { isPublished } from '../../../../shared/ticketing/view-values.ts';
import { DateStub } from '../../../ui/ticket-card.tsx';

/** A ticket's stub: month, day, weekday and year, and the time of day at the venue where it is published. */
export function EventStub({ date: text }: { date: string }) {
  const date = readLocalDate(text);
  if (date === null) {
    return (
      <span className="px-1 text-2xs text-text-muted">
        {isPublished(text) ? text : 'Date not published'}
      </span>
    );
  }
  const { month, day, weekday, year } = stubParts(date);
  return (
    <>
      <DateStub
        month={month}
        day={day}
        weekday={`${weekday} ${year}`}
        dateTime={text.replace(' ', 'T')}
      />
      {date.time === null ? null : (
        <span className="tn mt-[3px] text-2xs text-text-muted">{date.time}</span>
      )}
    </>
  );
}
