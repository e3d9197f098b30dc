import { CalendarPlus } from 'lucide-react';
import { useState } from 'react';
import { useCommands } from '../../kit/keys/commands.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Calendar } from './calendar.tsx';

/** Opens the operator's calendar: download, subscription address, added events. */
export function CalendarButton() {
  const [isOpen, setOpen] = useState(false);
  useCommands([
    {
      id: 'calendar.open',
      label: 'Calendar of presales and on-sales',
      keywords: ['ics', 'subscribe'],
      run: () => setOpen(true),
    },
  ]);
  return (
    <>
      <Button
        size="sm"
        icon={<CalendarPlus />}
        className="max-sm:[&>span]:sr-only"
        onClick={() => setOpen(true)}
      >
        <span>Calendar</span>
      </Button>
      <Dialog
        open={isOpen}
        onOpenChange={setOpen}
        title="Calendar"
        description="Presales and general sales of monitored artists and of the events that you added, in the time zone of each venue."
      >
        <Calendar />
      </Dialog>
    </>
  );
}
