import { expect, it } from 'vitest';
import { begin } from '../support/stores/conversations.ts';
import { openCosmos } from '../support/stores/cosmos-store.ts';
import { freshFixture } from '../support/fixtures.ts';

const setup = freshFixture(() => openCosmos());

/** Stores a message with the terms under which an earlier release indexed it. */
async function stored(content: string, words: string): Promise<void> {
  const { session, message } = await begin(setup.store, content);
  const { sessionId } = session;
  const container = setup.server.container('conversations');
  const item = container.partition(sessionId).find(({ id }) => id === message.id);
  if (!item) throw new Error('The message is not stored.');
  container.replace(sessionId, message.id, { ...item, words }, {});
}

it.each([
  ['żółw', 'zo1420 zo142w0', 'zolw'],
  ['Smørrebrød', 'smf80 smf8r0 smf8rre0 smf8rrebrf80', 'smorrebrod'],
  ['þetta', 'feet0 feett0 feetta0 fee0', 'thetta'],
  ['æble', 'e6bl0 e6ble0', 'AEBLE'],
])('finds %s in a message that an earlier release indexed as it is typed', async (word, words, typed) => {
  await stored(`Mój ${word}.`, words);
  for (const text of [typed, word]) {
    const { items } = await setup.store.search({ text, limit: 9 });
    expect(items.map(({ snippet }) => snippet)).toEqual([`Mój ${word}.`]);
  }
});
