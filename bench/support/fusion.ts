import { azureCredential } from '../../src/adapters/credential/azure.ts';
import type { KnowledgeSearch } from '../../src/adapters/knowledge/knowledge-search.ts';
import { openEmbedder } from '../../src/adapters/model/configured.ts';
import { random } from '../../src/adapters/system/node.ts';
import { readConfig } from '../../src/config/config.ts';
import { textToEmbed } from '../../src/knowledge/rules/section-vectors.ts';
import { nearestVectors, quantizeVector, weightedSum } from '../../src/lib/vectors.ts';
import { ngramVector } from '../../test/fakes/model/ngram-vector.ts';
import { realClock } from '../../test/support/clocks/real-clock.ts';
import type { AnswerPage } from './answer-set.ts';

type Embed = (texts: readonly string[]) => Promise<readonly ArrayLike<number>[]>;

/** The server of EMBEDDING_MODEL, if it is set; without one, groups of characters. */
async function embedder(): Promise<{ name: string; embed: Embed }> {
  const telemetry = { record: () => undefined, close: () => Promise.resolve() };
  const config = readConfig(process.env);
  const { token } = azureCredential({ cloud: config.cloud, clientId: config.clientId, clock: realClock });
  const real = await openEmbedder(config, { clock: realClock, random, telemetry, token });
  if (!real) {
    const embed: Embed = (texts) => Promise.resolve(texts.map((text) => ngramVector(text, 512)));
    return { name: 'groups of three characters, which show the way and are no measure of quality', embed };
  }
  const { signal } = new AbortController();
  const count = () => undefined;
  const embed: Embed = async (texts) => await real.embed(texts, { urgent: false, signal, count });
  return { name: real.space, embed };
}

/** The sections that a model is given for each question, by their Markdown, and by which embedder. */
export async function fusedSearch(
  pages: readonly AnswerPage[],
  search: KnowledgeSearch,
  questions: readonly string[],
): Promise<{ name: string; found: string[][] }> {
  const { name, embed } = await embedder();
  const texts = pages.flatMap(({ sections }) => sections.map(textToEmbed));
  const vectors = (await embed(texts)).map(quantizeVector);
  const asked = await embed(questions);
  const found = questions.map((question, at) => {
    const vector = weightedSum([{ vector: asked[at] ?? [], weight: 1 }]);
    const near = vector ? nearestVectors(vector, vectors) : [];
    return search.forModel([question], near).map(({ markdown }) => markdown);
  });
  return { name, found };
}
