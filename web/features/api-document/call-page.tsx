import type { ReactNode } from 'react';
import type { ApiDocument, JsonSchema } from '../../../shared/api-document/schema.ts';
import { Badge } from '../../ui/badge.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { HeadCell, Table } from '../../ui/table.tsx';
import type { ListedCall } from './queries.ts';
import { noteOf, rowsOf, type SchemaRow, typeOf } from './schema-rows.ts';

/** Tokens that do not belong to an operator, by their names in the document. */
const OTHER_TOKENS: Record<string, string> = {
  scanner: 'Token of a scanner',
  reading: 'Token of a reading',
  calendar: 'Token in the address',
};

/** Who may make a call, as text. */
function accessOf({ security: [first, second] }: ListedCall): string {
  if (first === undefined) return 'Public';
  if (second?.token !== undefined) return `Scope ${second.token.join(' and ')}`;
  return OTHER_TOKENS[Object.keys(first)[0] ?? ''] ?? 'Sign-in only';
}

/** A call that can be pasted into a shell. */
function curlOf({ method, path, security, requestBody }: ListedCall): string {
  const example = requestBody?.content['application/json']?.example ?? {};
  const data = JSON.stringify(example).replaceAll("'", "'\\''");
  const parts = [
    ...(method === 'GET' ? [] : [`-X ${method}`]),
    ...(security.length === 0 ? [] : ['-H "Authorization: Bearer $BOD_TOKEN"']),
    ...(requestBody === undefined ? [] : ['-H "Content-Type: application/json"', `-d '${data}'`]),
  ];
  return ['curl', ...parts, `"${location.origin}${path}"`].join(' \\\n  ');
}

/** One call: who may make it, its parameters, its body and its answers. */
export function CallPage({ call, document }: { call: ListedCall; document: ApiDocument }) {
  const { schemas } = document.components;
  const parameters = (call.parameters ?? []).map((one): SchemaRow & { in: string } => ({
    name: one.name,
    in: one.in,
    type: typeOf(one.schema, schemas),
    isRequired: one.required,
    note: noteOf(one.schema, schemas),
  }));
  const body = call.requestBody?.content['application/json']?.schema;
  const answers = Object.entries(call.responses).filter(([status]) => /^[12]/.test(status));
  const examples = answers.flatMap(
    ([, { content = {} }]) => content['application/json']?.example ?? [],
  );
  return (
    <article className="flex max-w-240 flex-col gap-4 p-5 max-md:p-3.5">
      <header>
        <div className="flex flex-wrap gap-1.5 pb-1.5">
          <Badge>{call.tags[0]}</Badge>
          <Badge tone="accent">{accessOf(call)}</Badge>
        </div>
        <h2 className="text-lg font-semibold">{call.summary}</h2>
        {call.description ? <p className="text-xs text-text-muted">{call.description}</p> : null}
      </header>
      <div className="flex items-center gap-2 rounded-md border border-border px-2.5 py-1.5 font-mono text-xs">
        <span className="min-w-0 flex-1 wrap-anywhere">
          {call.method} {call.path}
        </span>
        <CopyButton text={call.path} label="Copy the path" />
      </div>
      {parameters.length > 0 ? <Fields label="Parameters" rows={parameters} /> : null}
      {body ? <Fields label="Body" rows={rowsOf(body, schemas)} /> : null}
      {answers.map(([status, { content = {} }]) =>
        Object.entries(content).map(([type, { schema }]) => (
          <Answer
            key={`${status} ${type}`}
            title={`Answer ${status}`}
            type={type}
            rows={schema ? rowsOf(schema as JsonSchema, schemas) : []}
          />
        )),
      )}
      <Section title="With curl" aside={<CopyButton text={curlOf(call)} label="Copy the call" />}>
        <Code>{curlOf(call)}</Code>
      </Section>
      {examples.map((example) => (
        <Section key="example" title="Example of an answer">
          <Code>{JSON.stringify(example, null, 2)}</Code>
        </Section>
      ))}
    </article>
  );
}

const Code = ({ children }: { children: string }) => (
  <pre className="m-0 rounded-md bg-surface-sunken p-2.5 font-mono text-xs break-all whitespace-pre-wrap">
    {children}
  </pre>
);

interface SectionProps {
  title: string;
  aside?: ReactNode;
  children: ReactNode;
}

const Section = ({ title, aside, children }: SectionProps) => (
  <section>
    <div className="flex items-center gap-2 pb-1">
      <h3 className="font-medium">{title}</h3>
      {aside}
    </div>
    {children}
  </section>
);

function Answer({ title, type, rows }: { title: string; type: string; rows: SchemaRow[] }) {
  if (rows.length > 0) return <Fields label={title} rows={rows} />;
  return (
    <Section title={title}>
      <p className="text-text-muted">{type}</p>
    </Section>
  );
}

const Fields = ({ label, rows }: { label: string; rows: readonly SchemaRow[] }) => (
  <Section title={label}>
    <Table label={label} scrollClassName="flex-none" density="compact">
      <thead>
        <tr>
          <HeadCell>Name</HeadCell>
          <HeadCell>Type</HeadCell>
          <HeadCell className="max-md:hidden">Values</HeadCell>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ name, type, isRequired, note }) => (
          <tr key={name} className="align-top [&>td]:h-auto [&>td]:py-1.5 [&>td]:whitespace-normal">
            <td className="font-mono text-xs wrap-anywhere">
              {name}
              {isRequired ? null : (
                <span className="block font-sans text-text-subtle">optional</span>
              )}
            </td>
            <td className="font-mono text-xs wrap-anywhere">
              {type}
              {note === '' ? null : (
                <span className="hidden font-sans text-text-muted max-md:block">{note}</span>
              )}
            </td>
            <td className="text-xs text-text-muted wrap-anywhere max-md:hidden">{note}</td>
          </tr>
        ))}
      </tbody>
    </Table>
  </Section>
);
