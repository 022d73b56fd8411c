import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { apiDescriptions, withEndpointTables } from '../../scripts/endpoint-tables.ts';
import { controlPlaneRoutes } from '../../functions/publisher/routes.ts';
import { routes } from '../../functions/routes.ts';

const reference = readFileSync(new URL('../../docs/api.md', import.meta.url), 'utf8');

/** `GET /api/sessions/{}`: a call, whatever its parameters are named. */
const callOf = (method: string, path: string) =>
  `${method} ${path.replace(/[?[].*$/, '').replaceAll(/\{[^}]*\}/g, '{}')}`;

/**
 * The calls that Markdown names in inline code: `GET /api/plan`, a bare method next to a path (`GET`, `POST
 * /api/plan` or the other way round), and `…/enable` for another end of the path before.
 */
function documented(markdown: string): string[] {
  const calls: string[] = [];
  let waiting: string[] = [];
  let before: { method: string; path: string } | undefined;
  for (const [, code = ''] of markdown.matchAll(/`([^`]+)`/g)) {
    const [, method, path] = /^(GET|POST|PUT|PATCH|DELETE)(?: (\/\S*).*)?$/.exec(code) ?? [];
    if (method === undefined) {
      const end = /^…(\/\S+)$/.exec(code)?.[1];
      if (end !== undefined && before !== undefined) {
        calls.push(callOf(before.method, before.path.replace(/\/[^/]*$/, end)));
      }
    } else if (path !== undefined) {
      before = { method, path };
      calls.push(...[...waiting, method].map((each) => callOf(each, path)));
      waiting = [];
    } else if (before === undefined) waiting.push(method);
    else calls.push(callOf(method, before.path));
  }
  return calls;
}

/** The path of a bare method is in the same line. */
const described = reference
  .replaceAll(/^```[\s\S]*?^```/gm, '')
  .split('\n')
  .flatMap(documented);

test('a list of calls is read from inline code', () => {
  expect(documented('`GET`, `POST /api/a/{id}?b=`')).toEqual(['GET /api/a/{}', 'POST /api/a/{}']);
  expect(documented('`GET /api/a`, `PUT` `Edit`, `DELETE`')).toEqual([
    'GET /api/a',
    'PUT /api/a',
    'DELETE /api/a',
  ]);
  expect(documented('`POST /api/a/on`, `…/off`')).toEqual(['POST /api/a/on', 'POST /api/a/off']);
  expect(documented('`POST /api/a` `{ b }`, `PUT /api/c { d }`')).toEqual(['POST /api/a', 'PUT /api/c']);
  expect(documented('`PUT` and `DELETE`, `maxItems` of `/api`')).toEqual([]);
});

const descriptions = await apiDescriptions();

test('an endpoint without a table in the document is refused', () => {
  const marked = '<!-- endpoints: /api/agent -->\n<!-- end of endpoints -->';
  expect(() => withEndpointTables(marked, descriptions)).toThrow('no table for /api/health');
});

test('a table has a row for each endpoint, with members, statuses and descriptions', () => {
  const marked = '<!-- endpoints: / /api -->\n<!-- end of endpoints -->';
  const rows = withEndpointTables(marked, descriptions).split('\n');
  expect(rows).toContain(
    '| `POST /api/agent/sessions/{id}/claim` | Claim a conversation |  | ' +
      '200 `{ session, alreadyClaimed?, quotaStatus? }`: The conversation is claimed |',
  );
});

describe('the API reference', () => {
  const served = [
    ...routes.map(({ method, route }) => callOf(method, route === '/' ? route : `/api/${route}`)),
    ...controlPlaneRoutes.map(({ method, route }) => callOf(method, `/api/${route}`)),
  ];

  test('has the tables that `npm run docs` writes from the OpenAPI description', () => {
    const made = withEndpointTables(reference, descriptions);
    expect(made === reference, 'docs/api.md differs: run `npm run docs`').toBe(true);
  });

  test('names only calls that are served', () => {
    expect(described.filter((call) => !served.includes(call))).toEqual([]);
  });
});
