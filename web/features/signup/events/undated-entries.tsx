import type { SignupInfos } from '../../../../shared/signup/schema.ts';
import { countOf } from '../../../lib/format.ts';
import { Banner } from '../../../ui/banner.tsx';

interface UndatedEntriesProps {
  undated: SignupInfos['undated'];
  className: string;
}

/** Names the entries of a page that are not in the list of events because their date could not be read. */
export function UndatedEntries({ undated, className }: UndatedEntriesProps) {
  if (undated === undefined) return null;
  const { entries, texts } = undated;
  const more = entries - texts.length;
  return (
    <Banner
      tone="warning"
      className={className}
      title={`${countOf(entries, 'entry', 'entries')} had no readable date`}
    >
      {texts.map((text) => `"${text}"`).join(', ')}
      {more > 0 ? ` and ${more} more` : ''}
    </Banner>
  );
}
