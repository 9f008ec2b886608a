import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';

/** A response to check. */
interface CheckedResponse {
  readonly method: string;
  /** The path, without the query. */
  readonly path: string;
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

interface ResponseObject {
  readonly $ref?: string;
  readonly headers?: Readonly<Record<string, { readonly $ref: string }>>;
  readonly content?: Readonly<Record<string, { readonly schema: object }>>;
}

interface Operation {
  readonly operationId: string;
  readonly responses: Readonly<Record<string, ResponseObject>>;
}

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: {
    readonly responses: Readonly<Record<string, ResponseObject>>;
    readonly headers: Readonly<Record<string, { readonly schema: object }>>;
  };
}

/** The formats to check. The others describe numbers, whose types and patterns are more precise. */
const FORMATS: Record<string, RegExp | ((text: string) => boolean)> = {
  uuid: /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/,
  uri: (text) => URL.canParse(text),
};

/** Checks responses against the OpenAPI document of the sandbox. */
export class ResponseChecker {
  readonly #document: Document;
  readonly #ajv = new Ajv2020({ strict: false, logger: false, formats: FORMATS });
  readonly #validators = new Map<object, ValidateFunction>();

  constructor(document: object) {
    this.#document = document as Document;
  }

  /** What is wrong with a response to an operation; nothing if its path or method is not documented. */
  problemsOf(response: CheckedResponse): readonly string[] {
    const operation = this.#operationOf(response);
    return operation ? this.#problemsOf(operation, response) : [];
  }

  #operationOf({ method, path }: CheckedResponse): Operation | undefined {
    const matches = (template: string): boolean =>
      new RegExp(`^${template.replace(/\{\w+\}/g, '[^/]+')}$`).test(path);
    const template = Object.keys(this.#document.paths).find(matches);
    return template === undefined ? undefined : this.#document.paths[template]![method.toLowerCase()];
  }

  #problemsOf({ responses }: Operation, { status, headers, text }: CheckedResponse): readonly string[] {
    const found = responses[status];
    if (!found) return [`the status is not documented: ${text}`];
    const { content, headers: documented = {} } = this.#resolve(found);
    const [type, media] = Object.entries(content!)[0]!;
    const wrongHeaders = Object.entries(documented).flatMap(([name, { $ref }]) => {
      const value = headers.get(name);
      const { schema } = this.#document.components.headers[$ref.split('/').at(-1)!]!;
      return value === null ? [`no header ${name}`] : this.#errorsOf(schema, value, name);
    });
    if (!headers.get('content-type')?.startsWith(type)) return [...wrongHeaders, 'another content type'];
    return [...wrongHeaders, ...this.#errorsOf(media.schema, parsed(text), 'body')];
  }

  #resolve(response: ResponseObject): ResponseObject {
    return response.$ref === undefined
      ? response
      : this.#document.components.responses[response.$ref.split('/').at(-1)!]!;
  }

  #errorsOf(schema: object, value: unknown, dataVar: string): readonly string[] {
    let validate = this.#validators.get(schema);
    if (!validate) {
      validate = this.#ajv.compile({ ...schema, components: this.#document.components });
      this.#validators.set(schema, validate);
    }
    // Header values are text. If they consist of digits, they are checked as numbers.
    const typed = dataVar !== 'body' && /^[0-9]+$/.test(String(value)) ? Number(value) : value;
    if (validate(typed)) return [];
    return [`${this.#ajv.errorsText(validate.errors, { dataVar })} in ${JSON.stringify(value)}`];
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
