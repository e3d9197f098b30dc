import { ParsedMail } from '../../sidecar/reader/parsed-mail.ts';

/** The reader's thread with a finder that some mails break, each in its way. */
const find = ParsedMail.prototype.findCodes;
const FAULTS: Readonly<Record<string, () => void>> = {
  hang: () => {
    for (;;);
  },
  fill: () => {
    const kept: string[] = [];
    for (let i = 0; ; i++) kept.push(`taken ${i}`);
  },
  exit: () => process.exit(3),
  throw: () => {
    throw new RangeError('Your code is SECRET9');
  },
};
ParsedMail.prototype.findCodes = function (this: ParsedMail, query) {
  FAULTS[/^fault (\w+)/.exec(this.text)?.[1] ?? '']?.();
  return find.call(this, query);
};
await import('../../sidecar/reader/thread.ts');
