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
