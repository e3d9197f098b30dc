export { ClearDraft } from './clear-draft.tsx';
export { CsvPreview } from './csv-preview.tsx';
export { CustomFields } from './custom-fields.tsx';
export { describeOwn, FieldInput, FieldList, GeneralConfig } from './field-form.tsx';
export { GenerateBlock } from './generate-block.tsx';
export { GeneratorLayout } from './generator-layout.tsx';
export { ObjectList, useOpenIds } from './object-list.tsx';
export { useGenerate } from './use-generate.ts';
export { WebhooksSection } from './webhooks-section.tsx';
