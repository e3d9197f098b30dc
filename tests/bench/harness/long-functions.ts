/** Functions of the web that may be longer than 80 lines, by file and name, with the reason. */
export const LONG_FUNCTIONS: Readonly<Record<string, string>> = {
  'web/kit/file-import/use-file-import.ts useFileImport':
    'The steps of a file share its worker, its source and what ends its work. Apart, each would need all three.',
  'web/kit/form/use-form.ts useForm':
    'One state with its events: each event reads the values, the messages and the progress of the form.',
  'web/features/queues/uploads/use-queue-files.ts useQueueFiles':
    'One list of files with its events, which the drawer and its cards get as one object.',
  'web/kit/workbook/ods.ts readSheet':
    'One pass over the tags of a sheet: its handlers share the position of the reader.',
};
