import { expect, test } from 'vitest';
import { documentReader } from '../../src/adapters/documents/reader.ts';
import { manualClock } from '../support/clocks/manual-clock.ts';

/** The thread's source, which Node runs as it is. */
const worker = new URL('../../src/adapters/documents/document-worker.ts', import.meta.url);
const url = 'https://shop.example/delivery';

test('a page of a website is read in the bounded thread', async () => {
  const bytes = Buffer.from(
    '<title>Delivery</title><main><h2 id="costs">Costs</h2><p>29 EUR, <a href="back">back</a></p></main>',
  );
  expect(await documentReader({ worker, clock: manualClock() }).readPage({ url, bytes })).toMatchObject({
    outcome: 'text',
    title: 'Delivery',
    markdown: '## Costs {#costs}\n\n29 EUR, [back](https://shop.example/back)',
    links: ['https://shop.example/back'],
  });
});
