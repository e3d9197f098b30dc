import * as z from 'zod/mini';
import { answerOf, instant } from '../answers.ts';

/** The checks of an installation with their names, in the order in which they are shown. */
export const CHECKS = {
  variables: 'Variables',
  database: 'Database',
  replica: 'Database replica',
  schema: 'Schema',
  keys: 'Data keys',
  operators: 'Operators',
  schedule: 'Scheduled work',
  clock: 'Clock',
  disk: 'Disk',
  backup: 'Backup',
  ticketmaster: 'Ticketmaster',
  seatgeek: 'SeatGeek',
  microsoft: 'Mailboxes at Microsoft',
  google: 'Mailboxes at Google',
  contact: 'Contact',
  scanner: 'Scanner',
  mail: 'Mail servers',
  webhook: 'Webhook',
  address: 'Address',
  channel: 'Live channel',
  version: 'Version',
} as const;

export type CheckName = keyof typeof CHECKS;

/** The result of a check. */
export const finding = z.object({
  check: z.enum(Object.keys(CHECKS) as [CheckName, ...CheckName[]]),
  /** `todo` if somebody has to act, `unknown` if the check could not be made. */
  state: z.enum(['ok', 'todo', 'unknown']),
  /** The result of the check, in a sentence. */
  text: z.string(),
  /** What to do, in a sentence; null unless the state is `todo`. */
  advice: z.nullable(z.string()),
});
export type Finding = z.infer<typeof finding>;

/** The answer of GET /doctor: the checks that the server can make itself. */
export const findingsAnswer = answerOf({ data: z.array(finding), checked_at: instant });

export const ok = (check: CheckName, text: string): Finding => ({
  check,
  state: 'ok',
  text,
  advice: null,
});

export const unknown = (check: CheckName, text: string): Finding => ({
  check,
  state: 'unknown',
  text,
  advice: null,
});

export const todo = (check: CheckName, text: string, advice: string): Finding => ({
  check,
  state: 'todo',
  text,
  advice,
});

/** The findings in the order of {@link CHECKS}. */
export function inOrder(findings: readonly Finding[]): Finding[] {
  const names = Object.keys(CHECKS);
  return findings.toSorted((a, b) => names.indexOf(a.check) - names.indexOf(b.check));
}
