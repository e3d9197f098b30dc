import { clsx } from 'clsx';
import { type ConfidenceBand, confidenceBand } from '../../../../shared/presale-codes/constants.ts';
import { Badge, type Tone } from '../../../ui/badge.tsx';

const BANDS: Record<ConfidenceBand, { tone: Tone; word: string }> = {
  high: { tone: 'success', word: 'High' },
  medium: { tone: 'warning', word: 'Medium' },
  low: { tone: 'danger', word: 'Low' },
};

/** The band of a confidence, with its colour. */
export function BandBadge({ confidence }: { confidence: number }) {
  const { tone, word } = BANDS[confidenceBand(confidence)];
  return <Badge tone={tone}>{word}</Badge>;
}

/** The number of characters before the code in the one-line form. */
const LEAD = 22;

interface EvidenceProps {
  text: string;
  code: string;
  /** One line that starts shortly before the code. */
  isShort?: boolean;
}

/** The sentence that contains the code, with the code marked. Mails may be written in any direction. */
export function Evidence({ text, code, isShort = false }: EvidenceProps) {
  const at = text.indexOf(code);
  const before = at < 0 ? text : text.slice(0, at);
  return (
    <p
      dir="auto"
      title={isShort ? text : undefined}
      className={clsx(isShort ? 'truncate' : 'break-words')}
    >
      {isShort && at > LEAD ? `…${endOf(before)}` : before}
      {at < 0 ? null : (
        <>
          <bdi>
            <mark className="mono rounded-xs bg-surface-active px-1 text-[0.92em] text-text">
              {code}
            </mark>
          </bdi>
          {text.slice(at + code.length)}
        </>
      )}
    </p>
  );
}

/** The last words before the code. */
function endOf(before: string): string {
  const end = before.slice(-LEAD);
  const word = end.indexOf(' ');
  return word >= 0 && word < LEAD - 4 ? end.slice(word + 1) : end;
}
