import { describe, expect, test } from 'vitest';
import { sharedFixture } from '../support/fixtures.ts';
import { startService } from '../support/service/service.ts';

const ID = '3f2c1a80-6f5e-4c7b-9a54-0d9c3f6b1e22';

describe('the issues of a refused request', () => {
  const service = sharedFixture(() => startService());

  async function issues(response: Response): Promise<string[]> {
    expect(response.status).toBe(400);
    const body = (await response.json()) as { issues: { path: string; message: string }[] };
    return body.issues.map(({ path, message }) => `${path}: ${message}`);
  }

  test.each([
    ['/api/chat', {}, ['message: required without a file']],
    ['/api/chat', { message: 7 }, ['message: must be text']],
    ['/api/chat', { message: ' ' }, ['message: must not be empty']],
    ['/api/chat', { message: 'x'.repeat(4001) }, ['message: must be at most 4000 characters']],
    ['/api/chat', { message: 'a', sessionId: 'x' }, ['sessionId: must be a UUID']],
    ['/api/handoff', {}, ['sessionId: required']],
    [
      '/api/feedback',
      { sessionId: ID, messageId: ID, rating: 'sideways' },
      [expect.stringMatching(/^rating: must be /)],
    ],
  ])('name each wrong field of %s %j', async (path, body, expected) => {
    expect(await issues(await service.post(path, body))).toEqual(expected);
  });

  test.each([
    ['/api/sessions?limit=0', 'limit: must be a whole number from 1 to 200'],
    ['/api/sessions?limit=201', 'limit: must be a whole number from 1 to 200'],
    ['/api/sessions?limit=ten', 'limit: must be a whole number from 1 to 200'],
    ['/api/messages', 'sessionId: required'],
    ['/api/sessions/search', 'q: required'],
  ])('name the wrong parameter of %s', async (path, expected) => {
    expect(await issues(await service.get(path))).toContain(expected);
  });

  test('contain neither the sent values nor “Invalid input”', async () => {
    for (const body of [
      { message: {} },
      { message: 'a', sessionId: '<script>' },
      { message: 'a', locale: '<b>' },
    ]) {
      const text = (await issues(await service.post('/api/chat', body))).join();
      expect(text).not.toMatch(/Invalid input|<|undefined/);
    }
  });
});
