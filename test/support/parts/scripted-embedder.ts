import { ModelFailure, type FailureFacts } from '../../../src/spending/rules/model-failure.ts';
import type { Embedder } from '../../../src/ports.ts';
import { ngramVector } from '../../fakes/model/ngram-vector.ts';

/** An embedder that records its texts; `fails` decides whether a call fails, and how. */
export function scriptedEmbedder(
  fails: (texts: readonly string[], call: number) => FailureFacts | undefined,
) {
  const calls: (readonly string[])[] = [];
  const embedder: Embedder = {
    space: 'meaning 16',
    problem: () => undefined,
    isRefusing: () => false,
    async embed(texts, { count }) {
      calls.push(texts);
      const facts = fails(texts, calls.length);
      if (facts) throw new ModelFailure(facts);
      await count(texts.length);
      return texts.map((text) => new Float32Array(ngramVector(text, 16)));
    },
  };
  return { embedder, calls };
}
