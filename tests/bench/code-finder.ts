import { findCodes } from '../../code-finder/index.ts';
import leftOut from '../../code-finder/model/left-out.json' with { type: 'json' };
import { labelledMails } from '../../code-finder/training/labelled-mails.ts';
import type { Measure, Row } from './harness/row.ts';

/** The bars for each set; the fit leaves out its writers. */
const BARS = { recall: 0.92, recallAtAny: 0.97, precision: 0.93 };
const MOST_CALIBRATION_ERROR = 0.06;
/** Processor time of the slowest mail, in milliseconds. */
const MOST_MS = 40;

/** The accuracy of the code finder on mails of writers that its fit left out, and its speed. */
export const measure: Measure = async () => {
  const left = Object.entries(leftOut).flatMap(([set, figures]): Row[] => [
    ...Object.entries(BARS).map(([name, bar]) => ({
      what: `${set}, left out: ${name} (bar/measured)`,
      measured: bar / figures[name as keyof typeof BARS],
      unit: 'x' as const,
      against: `bar ${bar}, measured ${figures[name as keyof typeof BARS].toFixed(3)}`,
      limit: 1,
    })),
    {
      what: `${set}, left out: calibration error`,
      measured: figures.calibrationError,
      unit: '',
      against: 'bar',
      limit: MOST_CALIBRATION_ERROR,
    },
  ]);
  const mails = labelledMails('labelled');
  const times = mails.map(({ lines }) => {
    const before = process.cpuUsage();
    findCodes(lines);
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1000;
  });
  return [
    ...left,
    {
      what: 'labelled mails: processor time of the slowest mail',
      measured: Math.max(...times.slice(10)),
      unit: 'ms',
      against: 'bar for any mail',
      limit: MOST_MS,
    },
  ];
};
