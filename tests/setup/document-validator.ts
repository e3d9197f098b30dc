import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { ApiDocument } from '../../shared/api-document/schema.ts';

/** The body of an answer. */
export interface SentBody {
  /** The method in lower case. */
  method: string;
  /** The path as in the document: `/api/labels/{id}`. */
  path: string;
  status: number;
  /** The name of the server-sent event whose data this is. */
  event?: string;
  /** The body as JSON. */
  text: string;
}

/**
 * What the tests of the Worker send: the document with the first bodies of a run, then only bodies.
 */
export interface SentBodies {
  document?: ApiDocument;
  bodies: SentBody[];
}

const JSON_TYPE = 'application/json';

/** The name of the body's schema in the document; undefined if it has none. */
function schemaOf(document: ApiDocument, { method, path, status, event }: SentBody) {
  const { responses = {} } = document.paths[path]?.[method] ?? {};
  const response = responses[status] ?? responses.default;
  const shared =
    String(response?.$ref ?? '')
      .split('/')
      .at(-1) ?? '';
  const { responses: components = {} } = document.components as { responses?: typeof responses };
  const { content = {} } = (shared === '' ? response : components[shared]) ?? {};
  const events = content['text/event-stream']?.['x-events'] as Record<string, { $ref?: string }>;
  const schema = event === undefined ? content[JSON_TYPE]?.schema : events[event];
  return schema?.$ref?.split('/').at(-1);
}

/**
 * Compares bodies with the JSON schemas of the document, which are compiled once for a whole run.
 * It runs in Node, because the Workers runtime does not allow compiling code.
 * @returns a function that returns a list of the faults, in sentences
 */
export function documentValidator() {
  const ajv = new Ajv2020({ strict: false, validateSchema: false });
  addFormats.default(ajv);
  let document: ApiDocument | undefined;
  return async (request: { text: () => Promise<string> }): Promise<Response> => {
    const sent: SentBodies = JSON.parse(await request.text());
    if (sent.document !== undefined) {
      ajv.removeSchema();
      document = sent.document;
      ajv.addSchema(document, 'api');
    }
    const faults = sent.bodies.flatMap((body) => {
      const what = `${body.method.toUpperCase()} ${body.path} ${body.status}${body.event ? ` ${body.event}` : ''}`;
      const name = document && schemaOf(document, body);
      const validate = name && ajv.getSchema(`api#/components/schemas/${name}`);
      if (!validate) return [`${what}: the document has no schema of this body`];
      if (validate(JSON.parse(body.text))) return [];
      return [`${what}: ${ajv.errorsText(validate.errors, { dataVar: name })}`];
    });
    return Response.json(faults);
  };
}
