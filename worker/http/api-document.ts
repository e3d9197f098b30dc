import type { RouteDescription } from './api-description.ts';
import { OUTLINE } from './api-outline.ts';
import { writeOpenApi } from './openapi.ts';

/** The OpenAPI document of these routes as JSON, with its examples. */
export async function writeDocument(routes: readonly RouteDescription[]): Promise<string> {
  // Only this call needs the examples.
  const { default: examples } = await import('./api-examples.json', { with: { type: 'json' } });
  return JSON.stringify(writeOpenApi(routes, { ...OUTLINE, examples }));
}
