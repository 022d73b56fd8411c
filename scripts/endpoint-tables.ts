// Writes the endpoint tables of docs/api.md from the OpenAPI description: `npm run docs`.
import { readFileSync, writeFileSync } from 'node:fs';
import type { oas31 } from 'zod-openapi';
import { everyRoute } from '../functions/groups.ts';
import { controlPlaneRoutes } from '../functions/publisher/routes.ts';
import { apiDescription } from '../src/http/openapi.ts';

type Schema = oas31.SchemaObject | oas31.ReferenceObject;

const API_REFERENCE = new URL('../docs/api.md', import.meta.url);

/** An object with more members than this is shown by its schema's name. */
const MAX_MEMBERS = 9;

const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const;

/** A marker in the document, with the paths of its table. Paths below these are included. */
const MARKER = /<!-- endpoints: (.+) -->\n[\s\S]*?<!-- end of endpoints -->/g;

interface Row {
  path: string;
  text: string;
}

/** The OpenAPI descriptions of the runtime and of the publisher's control plane. */
export async function apiDescriptions(): Promise<oas31.OpenAPIObject[]> {
  const all = [everyRoute, () => Promise.resolve(controlPlaneRoutes)];
  return Promise.all(all.map((endpoints) => apiDescription(endpoints)('')));
}

/**
 * The document with new tables. An endpoint belongs to the marker with its path or the nearest parent path.
 * Rows keep the order of the description.
 *
 * @throws Error for an endpoint without a marker
 */
export function withEndpointTables(markdown: string, descriptions: readonly oas31.OpenAPIObject[]): string {
  const rows = descriptions.flatMap(rowsOf);
  const marked = [...markdown.matchAll(MARKER)].flatMap(([, list = '']) => list.split(' '));
  const nearest = ({ path }: Row) =>
    marked
      .filter((address) => path === address || path.startsWith(`${address}/`))
      .toSorted((one, other) => other.length - one.length)[0];
  const missing = rows.filter((row) => nearest(row) === undefined);
  if (missing.length > 0) {
    throw new Error(`docs/api.md has no table for ${missing.map(({ path }) => path).join(', ')}`);
  }
  return markdown.replace(MARKER, (_all, list: string) => {
    const own = new Set(list.split(' '));
    const texts = rows.filter((row) => own.has(nearest(row) ?? '')).map(({ text }) => text);
    return [
      `<!-- endpoints: ${list} -->`,
      '<!-- prettier-ignore-start -->',
      '| endpoint | description | body | response |',
      '| --- | --- | --- | --- |',
      ...texts,
      '<!-- prettier-ignore-end -->',
      '<!-- end of endpoints -->',
    ].join('\n');
  });
}

function rowsOf({ paths = {}, components: { schemas = {} } = {} }: oas31.OpenAPIObject): Row[] {
  return Object.entries(paths).flatMap(([path, item]) =>
    METHODS.flatMap((method): Row[] => {
      const operation = item[method];
      if (!operation) return [];
      const address = `${method.toUpperCase()} ${path}${queryOf(operation)}`;
      const cells = [
        `\`${address}\``,
        operation.summary ?? '',
        bodyOf(operation, schemas),
        answersOf(operation, schemas),
      ];
      return [{ path, text: `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |` }];
    }),
  );
}

/** The query parameters, as in a URL. */
function queryOf({ parameters = [] }: oas31.OperationObject): string {
  const names = parameters.flatMap((it) => ('in' in it && it.in === 'query' ? [it.name] : []));
  return names.length > 0 ? `?${names.map((name) => `${name}=`).join('&')}` : '';
}

function bodyOf({ requestBody }: oas31.OperationObject, schemas: Record<string, Schema>): string {
  if (!requestBody || !('content' in requestBody)) return '';
  const schema = requestBody.content['application/json']?.schema;
  if (schema) return `\`${signatureOf(schema, schemas)}\``;
  return 'bytes';
}

/** The successful responses: status, members or content type, and description. */
function answersOf({ responses = {} }: oas31.OperationObject, schemas: Record<string, Schema>): string {
  return Object.entries(responses)
    .filter(([status]) => Number(status) < 400)
    .map(([status, response]) => {
      const { description, content = {} } = response as oas31.ResponseObject;
      const [type, media] = Object.entries(content)[0] ?? [];
      const schema = type === 'application/json' ? media?.schema : undefined;
      const members = schema && signatureOf(schema, schemas);
      const shape = members?.startsWith('{') || (schema && '$ref' in schema) ? members : type;
      return `${status}${shape === undefined ? '' : ` \`${shape}\``}: ${description}`;
    })
    .join('<br>');
}

/** The members of a schema, with `?` for optional ones. A large schema is shown by its name. */
function signatureOf(schema: Schema, schemas: Record<string, Schema>): string {
  if ('$ref' in schema) {
    const name = schema.$ref.split('/').at(-1) ?? '';
    const target = schemas[name];
    if (!target || '$ref' in target) return name;
    const { properties = {} } = target;
    return Object.keys(properties).length > MAX_MEMBERS ? name : signatureOf(target, schemas);
  }
  const choices = schema.oneOf ?? schema.anyOf;
  if (choices) return [...new Set(choices.map((choice) => signatureOf(choice, schemas)))].join(' | ');
  const { properties, required = [] } = schema;
  if (!properties) return 'JSON';
  const members = Object.keys(properties).map((name) => (required.includes(name) ? name : `${name}?`));
  return `{ ${members.join(', ')} }`;
}

if (import.meta.main) {
  const markdown = readFileSync(API_REFERENCE, 'utf8');
  writeFileSync(API_REFERENCE, withEndpointTables(markdown, await apiDescriptions()));
}
