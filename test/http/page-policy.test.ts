import { expect, test } from 'vitest';
import { directoryAssets } from '../../src/adapters/assets/directory.ts';
import { pageReply } from '../../src/http/page.ts';
import { realRandom } from '../support/ports/random.ts';

const replyWith = (source: string) =>
  pageReply({ random: realRandom, assets: directoryAssets('') }, () => '', {
    sources: { 'connect-src': [undefined, source] },
  });

test('a further source of a page is added to those of its directive', async () => {
  const { headers } = await replyWith('wss://hub.example.com');
  expect(headers['content-security-policy']).toContain("; connect-src 'self' wss://hub.example.com; ");
});

test.each([
  ['source', 'wss://hub.example.com https://other.example'],
  ['directive', 'wss://hub.example.com;sandbox'],
  ['policy', 'wss://hub.example.com,sandbox'],
])('a page is not sent if a source contains another %s', async (_what, source) => {
  await expect(replyWith(source)).rejects.toThrow('not one word');
});
