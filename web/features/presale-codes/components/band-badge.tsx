import { type ConfidenceBand, confidenceBand } from '../../../../shared/presale-codes/constants.ts';
import { Badge, type Tone } from '../../../ui/badge.tsx';

const BANDS: Record<ConfidenceBand, { tone: Tone; word: string }> = {
  high: { tone: 'success', word: 'High' },
  medium: { tone: 'warning', word: 'Medium' },
  low: { tone: 'danger', word: 'Low' },
};

/** High at 0.8 or more, medium at 0.5 or more, otherwise low (part 9). */
export function BandBadge({ confidence }: { confidence: number }) {
  const { tone, word } = BANDS[confidenceBand(confidence)];
  return <Badge tone={tone}>{word}</Badge>;
}
