import { randomUUID } from 'node:crypto';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { sharedFixture } from '../support/fixtures.ts';
import { startService } from '../support/service/service.ts';

/**
 * The callers of `abort`: the frames of our code or of an SDK; empty if the simulated host ends its stream.
 */
function callers(): string[] {
  const frames = (new Error('a stack').stack ?? '').split('\n').slice(1);
  return frames.filter((frame) => /\/(src|node_modules\/(@azure|@typespec|openai))\//.test(frame));
}

const service = sharedFixture(() => startService({ composition: 'cloud' }));
afterEach(() => vi.restoreAllMocks());

describe('a turn that succeeds on the adapters of the cloud', () => {
  it.each(['/api/chat', '/api/chat/stream'])('of %s aborts no request', async (path) => {
    const sessionId = randomUUID();
    const turn = async () => await (await service.post(path, { sessionId, message: 'Hello' })).text();
    await turn();
    const aborted: string[] = [];
    const abort = Reflect.get(AbortController.prototype, 'abort');
    vi.spyOn(AbortController.prototype, 'abort').mockImplementation(function (this: AbortController, reason) {
      aborted.push(...callers());
      Reflect.apply(abort, this, [reason]);
    });
    const answer = await turn();
    expect(answer).toContain('assistant');
    expect(aborted).toEqual([]);
  });
});
