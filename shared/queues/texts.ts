/** Texts of the queue tools that the specification sets, word for word. */
/** Each queue has its own total. */
export function severalQueuesText(ids: readonly string[]): string {
  const more = ids.length > 3 ? ' and others' : '';
  return `Skipped: its rows belong to several queues (${ids.slice(0, 3).join(', ')}${more}). Make one file of each queue.`;
}

export const TEXTS = {
  loadFailed: 'Failed to load queue data',
  loadError: 'Error loading data. Please try again.',
  categoriesFailed: 'Failed to load categories data',
  categoriesError: 'Error loading categories data. Please try again.',
  uploaded: 'Uploaded successfully',
  uploadFailed: 'Upload failed',
  received: 'Received. The server writes the rest.',
  uploadError: 'Error during upload process. Please try again.',
  categoryFailed: 'Failed to upload category',
  categoryError: 'Error uploading category. Please try again.',
  renameFailed: 'Erreur lors du renommage de la catégorie',
  deleteFailed: 'Erreur lors de la suppression de la catégorie',
  unknownError: 'Erreur inconnue',
} as const;

/** 'Uploading i/n files...' */
export const uploadingText = (file: number, files: number): string =>
  `Uploading ${file}/${files} files...`;

/** Success of the category form. */
export const categoryUploadedText = (name: string, accounts: number): string =>
  `Category "${name}" uploaded successfully with ${accounts} accounts.`;

/** Warning when the total is below the highest position. */
export const aboveTotalText = (total: number): string =>
  `All accounts with position higher than ${total} will be ignored`;

/** Upload results are shown for this many milliseconds. */
export const RESULTS_MS = 5_000;
export const CATEGORY_SUCCESS_MS = 3_000;
/** A search is sent after a pause of this length. */
export const SEARCH_MS = 300;
/** Rows shown at first, and added by 'Load More'. */
export const PAGE_ROWS = 150;
