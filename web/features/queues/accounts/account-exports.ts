import {
  analysisFileName,
  categoryFileName,
  untestedFileName,
} from '../../../../shared/queues/accounts/exports.ts';
import { fractionOf } from '../../../../shared/queues/accounts/ratios.ts';
import type { QueueType } from '../../../../shared/queues/schema.ts';
import { TEXTS } from '../../../../shared/queues/texts.ts';
import type { api } from '../../../lib/api.ts';
import type { AccountsOf } from '../queries.ts';

/** A download and the texts of its failures. */
export interface AccountExport {
  fileName: string;
  /** Of GET /queues/export. */
  query: Parameters<typeof api.queues.export.$get>[0]['query'];
  /** Shown if there is nothing to write. */
  none: string;
  failed: string;
}

export const NONE_UNTESTED = 'Every account has been in a queue.';

/** Why a threshold export would be empty: the analysis includes the threshold itself. */
export const noneWithin = ({ category }: AccountsOf): string =>
  category === undefined
    ? 'No account is at or below this ratio.'
    : 'No account is below this ratio.';

/** The ranked accounts of a list within a threshold in percent. */
export function thresholdExport(type: QueueType, of: AccountsOf, percent: number): AccountExport {
  const { category } = of;
  const ratio = String(fractionOf(percent));
  const none = noneWithin(of);
  if (category === undefined) {
    const query = { type, max_avg_ratio: ratio };
    const fileName = analysisFileName(percent);
    return { fileName, query, none, failed: TEXTS.loadError };
  }
  return {
    fileName: categoryFileName(category),
    query: { type, category, below_avg_ratio: ratio },
    none,
    failed: TEXTS.categoriesError,
  };
}

/** The accounts that are in no queue, of one category or of all. */
export const untestedExport = (type: QueueType, category?: string): AccountExport => ({
  fileName: untestedFileName(category),
  query: { type, untested: 'true', ...(category !== undefined && { category }) },
  none: NONE_UNTESTED,
  failed: TEXTS.categoriesError,
});
