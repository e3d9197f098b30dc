export { ClearDraft } from './clear-draft.tsx';
export { CustomFields } from './fields/custom-fields.tsx';
export {
  describeOwn,
  FieldInput,
  FieldList,
  GeneralConfig,
  isOverride,
} from './fields/field-form.tsx';
export { ObjectList } from './fields/object-list.tsx';
export { WebhooksSection } from './fields/webhooks-section.tsx';
export { CsvPreview } from './generate/csv-preview.tsx';
export { GenerateBlock } from './generate/generate-block.tsx';
export { GeneratorLayout } from './generator-layout.tsx';
