import { describe, expect, test } from 'vitest';
import { stringify } from 'yaml';
import { parseJsonOrYaml, readApiDescription } from '../../src/adapters/documents/api-description.ts';
import { apiDescriptions } from '../../src/adapters/actions/api-descriptions.ts';
import { developersNetwork } from '../../src/adapters/public-network/network.ts';
import { realClock } from '../support/clocks/real-clock.ts';
import { freshFixture } from '../support/fixtures.ts';
import { startOrderApi } from '../support/servers/order-api.ts';

describe('the text of a description', () => {
  test('is read as JSON or YAML', () => {
    expect(parseJsonOrYaml('{"a":[1]}')).toEqual({ value: { a: [1] } });
    expect(parseJsonOrYaml('openapi: 3.0.0\npaths:\n  /a: {}\n')).toEqual({
      value: { openapi: '3.0.0', paths: { '/a': {} } },
    });
  });

  test.each([
    ['invalid YAML', '{"a":'],
    ['a circle of aliases', 'a: &a [*a]\nb: [*b]'],
    [
      'aliases that grow with each level',
      Array.from({ length: 12 }, (_, at) =>
        at === 0 ? 'l0: &l0 [x]' : `l${at}: &l${at} [${`*l${at - 1},`.repeat(9)}*l${at - 1}]`,
      ).join('\n'),
    ],
    ['many levels', '['.repeat(100_000)],
  ])('is refused if it contains %s', (_case, text) => {
    expect(parseJsonOrYaml(text)).toBeUndefined();
  });

  const described = {
    openapi: '3.0.3',
    servers: [{ url: 'https://api.example' }],
    paths: {
      '/x': {
        post: {
          parameters: [
            { name: 'shop', in: 'query', required: true, schema: { type: 'integer', enum: ['#'] } },
          ],
          requestBody: {
            content: {
              'application/json': {
                schema: {
                  type: 'object',
                  required: ['tenant'],
                  properties: { tenant: { type: 'integer', const: '#', minimum: '#' } },
                },
              },
            },
          },
        },
      },
    },
  };
  test.each([
    ['JSON', JSON.stringify(described)],
    ['YAML', stringify(described)],
  ])('keeps the digits of a long number that every request has, in %s', (_form, text) => {
    const [operation] =
      readApiDescription(text.replaceAll('"#"', '174322306148984899'), undefined)?.operations ?? [];
    expect(operation?.action).toMatchObject({
      url: 'https://api.example/x?shop=174322306148984899',
      body: '{"tenant":174322306148984899}',
    });
    expect(operation?.notes[0]).toBe('shop is always 174322306148984899.');
  });

  test('never creates a function from a YAML tag', () => {
    const parsed = parseJsonOrYaml('a: !!js/function "process.exit()"');
    expect(JSON.stringify(parsed?.value ?? '')).not.toContain('function');
  });
});

describe('fetching the address of a description', () => {
  const api = freshFixture(startOrderApi);
  const { fetch } = apiDescriptions({ clock: realClock, network: developersNetwork });

  test('returns its text', async () => {
    api.answer((_request, response) => void response.end('openapi: 3.0.0'));
    expect(await fetch(`${api.origin}/openapi.yaml`)).toBe('openapi: 3.0.0');
  });

  test('returns nothing after another status, a redirect or more than 2 MB', async () => {
    api.answerWith(404);
    expect(await fetch(api.origin)).toBeUndefined();
    api.answer((_request, response) => void response.writeHead(302, { location: '/b' }).end());
    expect(await fetch(api.origin)).toBeUndefined();
    api.answer((_request, response) => void response.end('x'.repeat(2_000_001)));
    expect(await fetch(api.origin)).toBeUndefined();
    expect(api.requests).toHaveLength(3);
  });

  test.each([
    'https://169.254.169.254/a',
    'https://10.0.0.4/a',
    'http://api.example/a',
    'file:///etc/passwd',
  ])('refuses %s', async (address) => {
    expect(await fetch(address)).toBeUndefined();
  });
});
