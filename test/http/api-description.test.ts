import { expect, test } from 'vitest';
import { routes } from '../../functions/routes.ts';
import { apiDescription } from '../../src/http/openapi.ts';

test('the description is generated once for a version, however often it is read', async () => {
  const description = apiDescription(() => routes);
  const [one, two, other] = await Promise.all([description('1.0'), description('1.0'), description('1.1')]);
  expect(two).toBe(one);
  expect(other.info.version).toBe('1.1');
  expect(one.info.version).toBe('1.0');
});
