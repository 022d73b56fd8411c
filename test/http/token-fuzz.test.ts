import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { startAgentService } from '../support/service/agent-service.ts';
import { sharedFixture } from '../support/fixtures.ts';
import { registerWidget } from '../support/clients/registered-widgets.ts';
import { askToken, say } from '../support/clients/visitor.ts';

const encoded = (value: string) => Buffer.from(value).toString('base64url');

/** Headers and payloads that a forger would try. */
const header = fc.oneof(
  fc
    .constantFrom('none', 'None', 'HS256', 'RS256', 'ES256', 'dir', '')
    .map((alg) => encoded(`{"alg":"${alg}"}`)),
  fc
    .constantFrom('jwk', 'jku', 'x5u', 'x5c', 'crit', 'b64')
    .map((name) => encoded(`{"alg":"RS256","${name}":"x"}`)),
  fc.json().map(encoded),
);
const payload = fc.oneof(fc.json().map(encoded), fc.base64String());

/** Changes of a good token by a forger: never the token itself. */
function forgeries(token: string): fc.Arbitrary<string> {
  const [head = '', body = '', signature = ''] = token.split('.');
  return fc
    .oneof(
      fc.tuple(header, fc.constant(body), fc.constantFrom(signature, '')).map((parts) => parts.join('.')),
      fc.tuple(fc.constant(head), payload, fc.constant(signature)).map((parts) => parts.join('.')),
      fc.tuple(header, payload, fc.base64String()).map((parts) => parts.join('.')),
      fc
        .nat(token.length - 2)
        .map((at) => token.slice(0, at) + (token[at] === 'A' ? 'B' : 'A') + token.slice(at + 1)),
      fc.nat(token.length - 1).map((at) => token.slice(0, at)),
      fc.stringMatching(/^[!-~]{1,200}$/),
      fc.stringMatching(/^[\w.-]{1,200}$/),
      fc.integer({ min: 2, max: 5 }).map((times) => Array<string>(times).fill(token).join('.')),
    )
    .filter((forged) => forged !== token);
}

describe('forged tokens', () => {
  let agent: string;
  const desk = sharedFixture(() => startAgentService());
  const visitor = sharedFixture(async () => {
    const widget = await registerWidget(desk.service);
    return await askToken(desk.service, widget.id);
  });
  beforeAll(async () => {
    await say(desk.service, visitor, { message: 'Hello' });
    agent = await desk.issuer.token();
  });

  test('do not give access to a session of a registered widget', async () => {
    const path = `/api/messages?sessionId=${visitor.sessionId}`;
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(forgeries(visitor.token), fc.constant(agent), fc.constant(visitor.renewal)),
        async (forged) => {
          const response = await desk.service.get(path, { authorization: `Bearer ${forged}` });
          expect([forged, response.status]).toEqual([forged, 401]);
          await response.text();
        },
      ),
      // Fewer than the reads of a session in a minute.
      { numRuns: 100 },
    );
    expect((await desk.service.get(path, { authorization: `Bearer ${visitor.token}` })).status).toBe(200);
  });

  test('do not give access to an agent endpoint', async () => {
    await fc.assert(
      fc.asyncProperty(fc.oneof(forgeries(agent), fc.constant(visitor.token)), async (forged) => {
        const response = await desk.service.get('/api/agent/me', { authorization: `Bearer ${forged}` });
        expect([forged, response.status]).toEqual([forged, 401]);
        await response.text();
      }),
      { numRuns: 150 },
    );
    expect((await desk.service.get('/api/agent/me', { authorization: `Bearer ${agent}` })).status).toBe(200);
  });
});
