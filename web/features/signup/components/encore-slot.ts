import type { ReactNode } from 'react';
import type { CustomField } from '../../../../shared/encore/custom-fields.ts';
import type { EncoreVariant } from '../../../../shared/encore/fields.ts';
import type { FieldValues } from '../../../../shared/encore/values.ts';

/** What the Encore parameters show and change. */
export interface EncoreParameters {
  variant: EncoreVariant;
  values: FieldValues;
  customFields: readonly CustomField[];
  webhooks: readonly string[];
  onValues: (values: FieldValues) => void;
  onCustomFields: (fields: CustomField[]) => void;
  onWebhooks: (webhooks: string[]) => void;
}

/** Draws them; the route puts the Encore feature's own form in. */
export type EncoreSlot = (parameters: EncoreParameters) => ReactNode;
