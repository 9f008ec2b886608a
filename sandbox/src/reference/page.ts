import type { openapi } from 'deposit-slip/contract';
import { html } from 'hono/html';
import { membersOf, nameIn, typeOf, type Member, type Schema } from './schema.js';

// `html` escapes every interpolated value.
type Markup = ReturnType<typeof html>;

interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly description?: string;
  readonly security?: readonly unknown[];
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: Content };
  readonly responses: { readonly 200: { readonly content: Content } };
}

interface Parameter {
  readonly name: string;
  readonly required: boolean;
  readonly description?: string;
  readonly schema: Schema;
}

type Content = { readonly 'application/json': { readonly schema: Schema } };

interface Document {
  readonly info: { readonly title: string; readonly description: string };
  readonly servers: readonly { readonly url: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

/** Renders the OpenAPI document of the contract as an HTML page without scripts or external resources. */
export async function referencePage(document: ReturnType<typeof openapi>): Promise<string> {
  const { info, servers, paths, components } = document as unknown as Document;
  const operations = Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(([verb, operation]) => ({ path, verb: verb.toUpperCase(), operation })),
  );
  const url = servers[0]!.url;
  return String(
    await html`<!doctype html>
      <html lang="en">
        <head>
          <meta charset="utf-8" />
          <meta name="viewport" content="width=device-width, initial-scale=1" />
          <meta name="color-scheme" content="light dark" />
          <title>${info.title}</title>
          <link rel="stylesheet" href="/sandbox/pay.css" />
          <link rel="stylesheet" href="/sandbox/api.css" />
        </head>
        <body>
          <header><strong>${info.title}</strong> <a href="/sandbox/openapi.json">OpenAPI 3.1</a></header>
          <main>
            <p>${info.description} Amounts are decimals in units of their currency.</p>
            <nav aria-label="Operations">
              <ol>
                ${operations.map(
                  ({ operation: { operationId, summary } }) =>
                    html`<li><a href="#${operationId}">${summary}</a></li>`,
                )}
              </ol>
            </nav>
            ${operations.map(({ path, verb, operation }) => section({ path, verb, operation, url }))}
            <h2 id="records">Records</h2>
            ${Object.entries(components.schemas).map(
              ([name, schema]) =>
                html`<section aria-labelledby="${name}">
                  <h3 id="${name}">${name}</h3>
                  ${table(membersOf(schema))}
                </section>`,
            )}
          </main>
        </body>
      </html>`,
  );
}

interface SectionInput {
  readonly path: string;
  readonly verb: string;
  readonly operation: Operation;
  readonly url: string;
}

function section({ path, verb, operation, url }: SectionInput): Markup {
  const { operationId, summary, description, parameters = [], requestBody, responses, security } = operation;
  const { data } = responses[200].content['application/json'].schema.properties ?? {};
  const body = requestBody?.content['application/json'].schema;
  const header = security === undefined ? ' -H "X-BH-TOKEN: $TOKEN"' : '';
  return html`<section aria-labelledby="${operationId}">
    <h2 id="${operationId}">${summary}</h2>
    <p><code>${verb} ${path}</code></p>
    ${description !== undefined && html`<p>${description}</p>`}
    ${
      parameters.length > 0 &&
      html`<h3>Query</h3>
        ${table(parameters.map(memberOf))}`
    }
    ${formsOf(body).map(
      (form) =>
        html`<h3>${titleOf(form)}</h3>
          ${table(membersOf(form))}`,
    )}
    <h3>Response</h3>
    <p><code>data</code>: ${records(data ?? {})}</p>
    ${verb === 'GET' && html`<pre tabindex="0">curl${header} '${url}${path}${exampleOf(parameters)}'</pre>`}
  </section>`;
}

/** The alternative forms of a body. */
function formsOf(body: Schema | undefined): readonly Schema[] {
  return body?.anyOf ?? (body ? [body] : []);
}

function titleOf({ properties }: Schema): string {
  const trench = properties?.['trench']?.const;
  return typeof trench === 'string' ? `Body, ${trench}` : 'Body';
}

function memberOf({ name, required, description, schema }: Parameter): Member {
  const [member] = membersOf({ properties: { [name]: { ...schema, ...(description && { description }) } } });
  return { ...member!, isRequired: required };
}

/** Values for which the seeded data has a result. */
const EXAMPLES: Readonly<Record<string, string>> = {
  merchantId: '1001',
  paymentId: '105',
  fiat: 'MXN',
  orderType: 'fiat_to_fiat',
};

function exampleOf(parameters: readonly Parameter[]): string {
  const pairs = parameters.filter(({ required }) => required).map(({ name }) => [name, EXAMPLES[name] ?? '']);
  return pairs.length > 0 ? `?${new URLSearchParams(pairs)}` : '';
}

/** The type of `data`, in which each record is a link to its table. */
function records(schema: Schema): Markup {
  if (schema.anyOf)
    return html`${schema.anyOf.map((each, at) => html`${at > 0 ? ', or ' : ''}${records(each)}`)}`;
  if (schema.$ref !== undefined) return html`<a href="#${nameIn(schema.$ref)}">${nameIn(schema.$ref)}</a>`;
  if (schema.items) return html`a list of ${records(schema.items)}`;
  const { record, ...rest } = schema.properties ?? {};
  if (!record) return html`${typeOf(schema)}`;
  return html`a page (<code>${Object.keys(rest).join(', ')}</code>) whose <code>record</code> is
    ${records(record)}`;
}

function table(members: readonly Member[]): Markup {
  return html`<div class="scroll" tabindex="0" role="region" aria-label="Members">
    <table>
      <thead>
        <tr>
          <th scope="col">Name</th>
          <th scope="col">Type</th>
          <th scope="col">Notes</th>
        </tr>
      </thead>
      <tbody>
        ${members.map(
          ({ name, type, isRequired, note }) =>
            html`<tr>
              <th scope="row">
                <code>${name}</code>${isRequired ? '' : html` <span class="quiet">optional</span>`}
              </th>
              <td>${type}</td>
              <td>${note}</td>
            </tr>`,
        )}
      </tbody>
    </table>
  </div>`;
}
