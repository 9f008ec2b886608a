import type { AppContext } from '../app-context.js';
import { controlPaths } from './control.js';
import { errorComponents, HEADER_COMPONENTS } from './errors.js';
import { readExamples } from './examples.js';
import { HEALTH_PATHS } from './health.js';
import { componentSchemas, type Json } from './json-schema.js';
import { operationPaths } from './operations.js';

const DESCRIPTION =
  `What the sandbox accepts and sends: the nine operations, and the control API with which a test acts as the
bank or the operator. Responses have exactly the members, types and values that are documented here, unless a fault
changes them. A wrong HTTP method gets a 405 with the header Allow, an unknown route a 404. To read the responses of any
server of this API, use the lenient schemas of deposit-slip/contract instead.`.replaceAll('\n', ' ');

/** The OpenAPI document of the requests that the sandbox accepts and the responses that it sends. */
export function sandboxDocument(context: Pick<AppContext, 'channels'>): Json {
  const examples = readExamples();
  return {
    openapi: '3.1.1',
    info: {
      title: 'Merchant fiat payments API (sandbox)',
      version: '2',
      description: DESCRIPTION,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/', description: 'This sandbox.' }],
    tags: [
      { name: 'Operations', description: 'The nine operations of the merchant fiat payments API.' },
      { name: 'Control', description: 'The control API of the sandbox. Production does not have it.' },
    ],
    paths: { ...operationPaths(context, examples), ...controlPaths(examples), ...HEALTH_PATHS },
    components: {
      securitySchemes: {
        'X-BH-TOKEN': { type: 'apiKey', in: 'header', name: 'X-BH-TOKEN', description: 'An access token.' },
        ControlToken: { type: 'http', scheme: 'bearer', description: 'The token of the control API.' },
      },
      headers: HEADER_COMPONENTS,
      schemas: componentSchemas(),
      responses: errorComponents((status) => examples.find((example) => example.status === status)?.response),
    },
  };
}
