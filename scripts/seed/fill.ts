import type { ConversationStore, Version } from '../../src/ports.ts';
import type { Story } from './story.ts';

/**
 * How many conversations are written concurrently; the writes of one turn of the event loop share a
 * transaction.
 */
const WAVE = 400;

export interface Filled {
  conversations: number;
  messages: number;
}

/** Stores stories; existing ones are left unchanged. Returns what was new. */
export async function fill(
  store: ConversationStore,
  stories: Iterable<Story>,
  progress: (filled: Filled) => void = () => undefined,
): Promise<Filled> {
  const filled = { conversations: 0, messages: 0 };
  for (const wave of inWaves(stories)) {
    for (const messages of await Promise.all(wave.map((story) => storeStory(store, story)))) {
      filled.messages += messages;
      if (messages > 0) filled.conversations++;
    }
    progress(filled);
  }
  return filled;
}

/** Returns how many messages were stored. */
async function storeStory(store: ConversationStore, story: Story): Promise<number> {
  let messages = 0;
  let expected: Version = 'absent';
  for (const commit of story) {
    const outcome = await store.commit({ ...commit, expected });
    if (!outcome.ok) break;
    expected = outcome.version;
    messages += commit.append?.length ?? 0;
  }
  return messages;
}

function* inWaves(stories: Iterable<Story>): Generator<Story[], void, void> {
  let wave: Story[] = [];
  for (const story of stories) {
    wave.push(story);
    if (wave.length === WAVE) {
      yield wave;
      wave = [];
    }
  }
  if (wave.length > 0) yield wave;
}
