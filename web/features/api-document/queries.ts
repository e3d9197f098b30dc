import { queryOptions } from '@tanstack/react-query';
import {
  type ApiDocument,
  apiDocument,
  type Operation,
} from '../../../shared/api-document/schema.ts';
import { apiFetch } from '../../lib/api.ts';

export const API_DOCUMENT_PATH = '/api/openapi.json';

export const apiDocumentQuery = queryOptions({
  queryKey: ['api-document'],
  queryFn: async ({ signal }) => {
    const response = await apiFetch(API_DOCUMENT_PATH, { signal });
    return apiDocument.parse(await response.json());
  },
  staleTime: Number.POSITIVE_INFINITY,
});

/** A call of the document. */
export interface ListedCall extends Operation {
  method: string;
  path: string;
}

/** The calls that contain each word of `search`, by group, in the order of the document. */
export function listCalls(
  { tags, paths }: Pick<ApiDocument, 'tags' | 'paths'>,
  search: string,
): [group: string, calls: ListedCall[]][] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  const calls = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, call]) => ({
      ...call,
      method: method.toUpperCase(),
      path,
    })),
  );
  const matches = calls.filter(({ method, path, summary, tags: [group = ''] }) => {
    const text = `${method} ${path} ${summary} ${group}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
  const byGroup = Map.groupBy(matches, ({ tags: [group = 'Other'] }) => group);
  const order = [...tags.map(({ name }) => name), 'Other'];
  return order.flatMap((group) => {
    const listed = byGroup.get(group);
    return listed === undefined ? [] : [[group, listed]];
  });
}
