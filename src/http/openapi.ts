import * as z from 'zod/mini';
import type {
  oas31,
  ZodOpenApiOperationObject,
  ZodOpenApiPathsObject,
  ZodOpenApiResponsesObject,
} from 'zod-openapi';
import { lazy, type Lazy } from '../lib/caching.ts';
import { SENTENCE_OF, STATUS_OF, type ErrorCode } from '../core/errors.ts';
import { ErrorBody } from '../platform/wire/query-fields.ts';
import { ADMIN_COOKIE } from './auth.ts';
import { endpointPath, type Endpoint } from './endpoint.ts';

/** The common errors of the endpoints behind each gate. */
const ERRORS_OF_GATE: Record<Endpoint['gate'], readonly ErrorCode[]> = {
  anonymous: ['validation-failed'],
  static: ['validation-failed'],
  visitor: [
    'validation-failed',
    'unauthorized',
    'sign-in-required',
    'widget-disabled',
    'widget-not-found',
    'rate-limited',
    'store-unavailable',
  ],
  admin: ['validation-failed', 'unauthorized', 'rate-limited', 'store-unavailable', 'vault-unavailable'],
  agent: ['validation-failed', 'unauthorized', 'store-unavailable', 'identity-unavailable'],
  staff: [
    'validation-failed',
    'unauthorized',
    'rate-limited',
    'store-unavailable',
    'vault-unavailable',
    'identity-unavailable',
  ],
  listing: ['validation-failed', 'rate-limited'],
  publisher: [
    'validation-failed',
    'unauthorized',
    'rate-limited',
    'store-unavailable',
    'identity-unavailable',
  ],
};

const SECURITY_OF_GATE: Record<Endpoint['gate'], Record<string, string[]>[]> = {
  anonymous: [],
  static: [],
  visitor: [{}, { visitorToken: [] }],
  admin: [{ adminKey: [] }, { adminCode: [] }, { adminSession: [] }],
  agent: [{ agentToken: [] }],
  staff: [{ agentToken: [] }, { adminKey: [] }, { adminCode: [] }, { adminSession: [] }],
  listing: [],
  publisher: [{}, { managedIdentity: [] }],
};

/** The If-Match header of every endpoint that may answer `precondition-failed`. */
const Precondition = z.object({ 'if-match': z.optional(z.string()) });

/** The declarative part of an endpoint. */
type DescribedEndpoint = Omit<Endpoint, 'run' | 'preflight'>;

/** Creates the OpenAPI 3.1 description for a version of the service. */
export type ApiDescription = (version: string) => Promise<oas31.OpenAPIObject>;

/**
 * Generates the description from the endpoints' schemas, once per version, because it takes about 100 ms of
 * CPU and its readers are not authenticated. All endpoints are loaded only for this.
 */
export function apiDescription(endpoints: () => Promise<readonly DescribedEndpoint[]>): ApiDescription {
  const ofVersion = new Map<string, Lazy<oas31.OpenAPIObject>>();
  return (version) => {
    const description =
      ofVersion.get(version) ?? lazy(async () => openApiDocument(await endpoints(), version));
    ofVersion.set(version, description);
    return description();
  };
}

async function openApiDocument(
  endpoints: readonly DescribedEndpoint[],
  version: string,
): Promise<oas31.OpenAPIObject> {
  const { createDocument } = await import('zod-openapi');
  const paths: ZodOpenApiPathsObject = {};
  for (const endpoint of endpoints) {
    const path = endpointPath(endpoint);
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operation(endpoint) };
  }
  return createDocument({
    openapi: '3.1.0',
    info: {
      title: 'Chat Widget Service',
      version,
      description:
        'A website chat in the business’s own cloud subscription: an assistant answers, a person can take over.',
    },
    servers: [{ url: '/' }],
    paths,
    components: {
      securitySchemes: {
        adminKey: { type: 'http', scheme: 'bearer', description: 'The admin key' },
        adminCode: {
          type: 'apiKey',
          in: 'query',
          name: 'code',
          description: 'The admin key in a link',
        },
        adminSession: {
          type: 'apiKey',
          in: 'cookie',
          name: `__Secure-${ADMIN_COOKIE}`,
          description: `The session cookie of the admin pages; on plain-http localhost \`${ADMIN_COOKIE}\``,
        },
        agentToken: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: 'JWT',
          description: 'A token of the business’s identity provider',
        },
        visitorToken: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: 'JWT',
          description: 'The token of a registered widget’s visitor; the plain chat has none',
        },
        managedIdentity: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: 'JWT',
          description: 'A token of the deployment’s managed identity, where the publisher asks for one',
        },
      },
    },
  });
}

function operation(endpoint: DescribedEndpoint): ZodOpenApiOperationObject {
  const { name, gate, summary, params, query, body, blockBytes, errors = [] } = endpoint;
  return {
    operationId: name,
    summary,
    tags: [gate],
    security: SECURITY_OF_GATE[gate],
    ...((params ?? query) && {
      requestParams: {
        ...(params && { path: params }),
        ...(query && { query }),
        ...(errors.includes('precondition-failed') && { header: Precondition }),
      },
    }),
    ...(body && { requestBody: { content: { 'application/json': { schema: body } } } }),
    ...(blockBytes !== undefined && { requestBody: { content: { 'application/octet-stream': {} } } }),
    responses: responses(endpoint),
  } as ZodOpenApiOperationObject;
}

function responses({
  replies,
  errors = [],
  gate,
  method,
  firstParty,
  blockBytes,
}: DescribedEndpoint): ZodOpenApiResponsesObject {
  const described: ZodOpenApiResponsesObject = {};
  for (const [status, { description, schema, contentType }] of Object.entries(replies)) {
    const type = contentType ?? (schema ? 'application/json' : undefined);
    const content = type && { content: { [type]: { schema: schema ?? { type: 'string' } } } };
    described[status as '200'] = { description, ...content };
  }
  const codes = new Set<ErrorCode>([...ERRORS_OF_GATE[gate], ...errors]);
  if (firstParty || (gate === 'admin' && method !== 'GET')) codes.add('cross-site-request');
  if (method !== 'GET') codes.add('payload-too-large').add('unsupported-media-type');
  if (method !== 'GET' && blockBytes === undefined) codes.add('invalid-json');
  for (const [status, group] of Map.groupBy([...codes].toSorted(), (code) => STATUS_OF[code])) {
    described[`${status}` as '400'] ??= {
      description: group.map((code) => `\`${code}\`: ${SENTENCE_OF[code]}`).join('\n\n'),
      content: { 'application/json': { schema: ErrorBody } },
    };
  }
  return described;
}
