import { html } from 'hono/html';
import { stringify } from 'lossless-json';
import { constantsOf, formsOf, membersOf, nameIn, typeOf, type Member, type Schema } from './schema.js';
import type { Markup } from '../http/markup.js';
import { table } from './table.js';

/** One operation of the document, with its path and method. */
export interface Documented {
  readonly path: string;
  readonly verb: string;
  readonly baseUrl: string;
  readonly operation: {
    readonly operationId: string;
    readonly tags: readonly string[];
    readonly summary: string;
    readonly description?: string;
    readonly security: readonly Readonly<Record<string, unknown>>[];
    readonly parameters?: readonly Parameter[];
    readonly requestBody?: { readonly content: Content };
    readonly responses: Readonly<Record<string, { readonly content?: Content }>>;
  };
}

interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query';
  readonly required: boolean;
  readonly description?: string;
  readonly schema: Schema;
  readonly example?: unknown;
}

type Content = Readonly<Record<string, { readonly schema: Schema; readonly examples?: Examples }>>;
type Examples = Readonly<Record<string, Example>>;

interface Example {
  readonly summary: string;
  /** The path and query of the request. */
  readonly description?: string;
  readonly value: unknown;
}

/** The section of an operation. */
export function section(documented: Documented): Markup {
  const { path, verb, operation } = documented;
  const { operationId, summary, description, parameters = [], requestBody, responses } = operation;
  const statuses = Object.keys(responses);
  const success = statuses.find((status) => status.startsWith('2'))!;
  const request = mediaOf(requestBody?.content);
  const response = mediaOf(responses[success]!.content)!;
  return html`<section aria-labelledby="${operationId}">
    <h3 id="${operationId}">${summary}</h3>
    <p><code>${verb} ${path}</code></p>
    ${description !== undefined && html`<p>${description}</p>`}
    ${parameterTable(
      'Path',
      parameters.filter((parameter) => parameter.in === 'path'),
    )}
    ${parameterTable(
      'Query',
      parameters.filter((parameter) => parameter.in === 'query'),
    )}
    ${formsOf(request?.schema).map(
      (form) =>
        html`<h4>${['Body', ...constantsOf(form)].join(', ')}</h4>
          ${table(membersOf(form))}`,
    )}
    <h4>Response</h4>
    <p>${success}: ${bodyOf(response.schema)}</p>
    <p>
      Errors:
      ${statuses
        .filter((status) => status !== success)
        .map((status, at) => html`${at > 0 ? ', ' : ''}<a href="#error-${status}">${status}</a>`)}
    </p>
    ${Object.entries(response.examples ?? {}).map(([name, example]) => {
      const body = request?.examples?.[name]?.value;
      return html`<details>
        <summary>${example.summary}</summary>
        <pre tabindex="0">${commandOf(documented, example, body)}</pre>
        <pre tabindex="0">${stringify(example.value, undefined, 2)}</pre>
      </details>`;
    })}
  </section>`;
}

function mediaOf(content: Content = {}): Content[string] | undefined {
  return Object.values(content)[0];
}

function parameterTable(title: string, parameters: readonly Parameter[]): Markup | false {
  if (parameters.length === 0) return false;
  return html`<h4>${title}</h4>
    ${table(parameters.map(memberOf))}`;
}

function memberOf({ name, required, description, schema }: Parameter): Member {
  const [member] = membersOf({ properties: { [name]: { ...schema, ...(description && { description }) } } });
  return { ...member!, isRequired: required };
}

/** The body of a success: the `data` of an envelope, or the body of the control API. */
function bodyOf(schema: Schema): Markup {
  const data = schema.properties?.['data'];
  return data ? html`<code>data</code> is ${records(data)}` : records(schema);
}

/** The type of a value, with each record linked to its table. */
export function records(schema: Schema): Markup {
  if (schema.anyOf)
    return html`${schema.anyOf.map((each, at) => html`${at > 0 ? ', or ' : ''}${records(each)}`)}`;
  if (schema.$ref !== undefined) return html`<a href="#${nameIn(schema.$ref)}">${nameIn(schema.$ref)}</a>`;
  if (schema.items) return html`a list of ${records(schema.items)}`;
  const { record, ...rest } = schema.properties ?? {};
  if (record && Object.keys(rest).length > 0)
    return html`a page (<code>${Object.keys(rest).join(', ')}</code>) whose <code>record</code> is
      ${records(record)}`;
  if (!schema.properties) return html`${typeOf(schema)}`;
  return html`an object with
  ${Object.entries(schema.properties).map(
    ([name, each], at) => html`${at > 0 ? ', ' : ''}<code>${name}</code> (${records(each)})`,
  )}`;
}

/** A command that sends the request of an example. */
function commandOf({ verb, operation, baseUrl }: Documented, example: Example, body: unknown): string {
  const [scheme] = operation.security.flatMap((each) => Object.keys(each));
  return [
    `curl '${baseUrl}${example.description ?? ''}'`,
    verb === 'DELETE' || (verb === 'POST' && body === undefined) ? `-X ${verb}` : '',
    scheme === 'X-BH-TOKEN' ? '-H "X-BH-TOKEN: $TOKEN"' : '',
    scheme === 'ControlToken' ? '-H "Authorization: Bearer $CONTROL_TOKEN"' : '',
    body === undefined ? '' : `--json '${stringify(body)}'`,
  ]
    .filter((part) => part !== '')
    .join(' \\\n  ');
}
