import { expect, test } from 'vitest';
import { websiteDocuments } from '../../src/websites/website-documents.ts';

test('documents are made in steps of 32 000 characters, so that other work has its turn', async () => {
  const pages = Array.from({ length: 100 }, (_, at) => ({
    page: { url: `https://shop.example/${at}`, title: '', words: 2_000 },
    markdown: `${at} ${'word '.repeat(2_000)}`,
  }));
  let pauses = 0;
  const clock = {
    sleep() {
      pauses++;
      return Promise.resolve();
    },
  };
  const source = { address: 'https://shop.example/', leftOutBlocks: [] };
  const { documents } = await websiteDocuments(pages, source, clock);
  expect(documents).toHaveLength(100);
  // Each of three passes reads a million characters, and a step ends after four pages.
  expect(pauses).toBe(3 * 25);
});
