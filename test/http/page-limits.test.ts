import * as z from 'zod/mini';
import { beforeAll, describe, expect, test } from 'vitest';
import { routes } from '../../functions/routes.ts';
import { endpointPath } from '../../src/http/endpoint.ts';
import { sharedFixture } from '../support/fixtures.ts';
import { startAgentService } from '../support/service/agent-service.ts';

const Described = z.object({ properties: z.optional(z.record(z.string(), z.unknown())) });

/** The lists that take a limit, by their query's schema. */
const LISTS = routes.filter(
  ({ method, query, gate }) =>
    method === 'GET' &&
    (gate === 'agent' || gate === 'admin' || gate === 'staff') &&
    query !== undefined &&
    'limit' in
      (Described.parse(z.toJSONSchema(query, { io: 'input', unrepresentable: 'any' })).properties ?? {}),
);

describe('no page of a list is longer than its limit', () => {
  const desk = sharedFixture(() => startAgentService({ host: 'node' }));
  const longest = new Map<string, number>();

  beforeAll(async () => {
    const mia = desk.agent('Mia');
    for (let count = 0; count < 3; count++) {
      const closed = await desk.conversation('human_requested', 'Hello there');
      await mia.post(`/api/agent/sessions/${closed}/claim`);
      await mia.post(`/api/agent/sessions/${closed}/close`);
      await desk.conversation('human_requested', 'Hello there');
    }
  });

  async function lists(name: string, path: string, query: string): Promise<number[]> {
    const { body, status } = await desk.agent('Mia').get(`${path}?${query}`);
    expect([name, status]).toEqual([name, 200]);
    return Object.values(body ?? {}).flatMap((value: unknown) =>
      Array.isArray(value) ? [value.length] : [],
    );
  }

  test.each(LISTS.map((endpoint) => [endpoint.name, endpointPath(endpoint)] as const))(
    '%s',
    async (name, path) => {
      if (path.includes('{')) return;
      const words = name === 'session-search' ? 'q=hello&' : '';
      longest.set(name, Math.max(0, ...(await lists(name, path, words))));
      expect(Math.max(0, ...(await lists(name, path, `${words}limit=1`)))).toBeLessThanOrEqual(1);
    },
  );

  test('several of the tested lists had more than one item', () => {
    expect([...longest].filter(([, length]) => length > 1).map(([name]) => name).length).toBeGreaterThan(3);
  });
});
