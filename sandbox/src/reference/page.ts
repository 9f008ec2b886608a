import { html } from 'hono/html';
import type { AppContext } from '../app-context.js';
import { htmlDocument } from '../html-document.js';
import { records, section, type Documented } from './section.js';
import { constantsOf, formsOf, membersOf, type Schema } from './schema.js';
import type { Markup } from '../http/markup.js';
import { table } from './table.js';

interface Document {
  readonly info: { readonly title: string; readonly description: string };
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Documented['operation']>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>;
    readonly responses: Readonly<Record<string, ErrorResponse>>;
  };
}

interface ErrorResponse {
  readonly description: string;
  readonly content: {
    readonly 'application/json': {
      readonly schema: Schema;
      readonly example?: { readonly msg: string };
    };
  };
}

/**
 * Renders the sandbox's OpenAPI document as an HTML page without scripts or external resources. Of five
 * viewers that were tried, four need inline styles; Swagger UI fails under Trusted Types and is twice as
 * large as the sandbox.
 */
export function referencePage(json: object, context: AppContext): Promise<string> {
  const baseUrl = context.baseUrl();
  const { info, tags, paths, components } = json as Document;
  const operations = Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(([verb, operation]) => ({ path, verb: verb.toUpperCase(), operation, baseUrl })),
  );
  const groups = tags.map((tag) => ({
    ...tag,
    members: operations.filter(({ operation }) => operation.tags.includes(tag.name)),
  }));
  return htmlDocument(context, 'api', {
    title: info.title,
    head: html`<link rel="stylesheet" href="/sandbox/pay.css" />
      <link rel="stylesheet" href="/sandbox/api.css" />`,
    body: html`<header><strong>${info.title}</strong> <a href="/sandbox/openapi.json">OpenAPI 3.1</a></header>
      <main>
        <p>${info.description}</p>
        <nav aria-label="Operations">
          ${groups.map(
            ({ name, members }) =>
              html`<h2>${name}</h2>
                <ol>
                  ${members.map(
                    ({ operation: { operationId, summary } }) =>
                      html`<li><a href="#${operationId}">${summary}</a></li>`,
                  )}
                </ol>`,
          )}
        </nav>
        ${groups.map(
          ({ name, description, members }) =>
            html`<h2 class="group" id="tag-${name}">${name}</h2>
              <p>${description}</p>
              ${members.map(section)}`,
        )}
        <h2 class="group" id="records">Records</h2>
        ${Object.entries(components.schemas).map(([name, schema]) => record(name, schema))}
        ${errors(components.responses)}
      </main>`,
  });
}

/** The tables of a record; a record with several forms has one for each. */
function record(name: string, schema: Schema): Markup {
  const forms = formsOf(schema);
  return html`<section aria-labelledby="${name}">
    <h3 id="${name}">${name}</h3>
    ${forms.map((form, at) => {
      const title = constantsOf(form).join(', ') || `Form ${at + 1}`;
      return html`${forms.length > 1 && html`<h4>${form.$ref ? records(form) : title}</h4>`}
      ${!form.$ref && table(membersOf(form))}`;
    })}
  </section>`;
}

function errors(responses: Document['components']['responses']): Markup {
  const rows = Object.values(responses).map(({ description, content }) => {
    const { schema, example } = content['application/json'];
    const status = String(schema.properties?.['code']?.const);
    return { status, description, example: example?.msg };
  });
  return html`<section aria-labelledby="errors">
    <h2 class="group" id="errors">Errors</h2>
    <p>
      An error is <code>{"code", "msg", "data": null}</code>. <code>code</code> is the HTTP status, and
      <code>msg</code> is one sentence for the caller.
    </p>
    <dl>
      ${rows.map(
        ({ status, description, example }) =>
          html`<dt id="error-${status}">${status}</dt>
            <dd>
              ${description}${
                example !== undefined &&
                html`<br />
                  <span class="quiet">${example}</span>`
              }
            </dd>`,
      )}
    </dl>
  </section>`;
}
