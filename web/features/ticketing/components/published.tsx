import { isPublished } from '../../../../shared/ticketing/view-values.ts';
import { Missing } from '../../../ui/table.tsx';

/** The value, or in its place that the provider did not publish one. */
export function Published({ value }: { value: string }) {
  return isPublished(value) ? value : <Missing>Not published</Missing>;
}
