import { describe, expect, it } from 'vitest';
import { knowledgeAnswerer } from '../../src/adapters/scripted/answerer.ts';
import { ask, question } from '../support/ports/asking.ts';
import { freshFixture } from '../support/fixtures.ts';
import { knowledgeFolder } from '../support/files/knowledge-folder.ts';
import { startModel } from './support/model-answerer.ts';
import { searches, SHOP } from './support/searching.ts';
import { knowledgeIn } from './support/knowledge.ts';

const knowledgeDir = knowledgeFolder(SHOP);

describe('the recorded basis of an answer of a model', () => {
  const model = freshFixture(() => startModel({ knowledgeDir, wholeKnowledgeTokens: 0 }));

  it('has its searches, and the headings of the sections that it was given', async () => {
    model.server.script(searches('guarantee frames'), { deltas: ['Ten years [2].'] });
    const { results } = await ask(model.answerer, 'How do I return an order?');
    expect(results[0]?.basis).toEqual({
      queries: ['guarantee frames'],
      sections: [
        { heading: 'Help › Returning an order', fit: 1 },
        { heading: 'Help › Guarantee on frames', fit: 1, cited: true },
      ],
    });
  });

  it('has no text of a section, and limits the length of the searches', async () => {
    model.server.script(searches(`guarantee ${'x'.repeat(5000)}`), { deltas: ['Yes.'] });
    const { results } = await ask(model.answerer, 'How do I return an order?');
    expect(JSON.stringify(results[0]?.basis)).not.toContain('Steel lasts');
    expect(results[0]?.basis?.queries.map(({ length }) => length)).toEqual([200]);
  });

  it('is empty if nothing was found', async () => {
    const { results } = await ask(model.answerer, 'xyzzy');
    expect(results[0]?.basis).toEqual({ queries: [], sections: [] });
  });
});

describe('the recorded basis of an answer from a small knowledge', () => {
  const model = freshFixture(() => startModel({ knowledgeDir }));

  it('has the number of all sections, and the headings of those that match or were cited', async () => {
    model.server.script({ deltas: ['They never expire [4].'] });
    const { results } = await ask(model.answerer, 'How do I return an order?');
    expect(results[0]?.basis).toEqual({
      queries: [],
      whole: 4,
      sections: [
        { heading: 'Help › Returning an order', fit: 1 },
        { heading: 'Help › Gift vouchers', cited: true },
      ],
    });
  });
});

describe('the recorded basis of an answer without a model', () => {
  const basisOf = async (content: string) => {
    const { results } = await ask(
      knowledgeAnswerer({ knowledge: knowledgeIn(knowledgeDir) }),
      question(content),
    );
    return results[0]?.basis;
  };

  it.each([
    [
      'How do I return an order?',
      true,
      [expect.objectContaining({ heading: 'Help › Returning an order', cited: true })],
    ],
    ['What is the capital of France?', false, []],
  ])('has the quoted section: %s', async (content, quoted, sections) => {
    expect(await basisOf(content)).toEqual({ queries: [], quoted, sections });
  });

  it('has the offered sections', async () => {
    const basis = await basisOf('Do vouchers have a guarantee and a barcode?');
    expect(basis?.quoted).toBe(false);
    expect(basis?.sections.map(({ heading }) => heading).toSorted()).toEqual([
      'Help › Gift vouchers',
      'Help › Guarantee on frames',
    ]);
  });

  it('is missing for a greeting', async () => {
    expect(await basisOf('Hello')).toBeUndefined();
  });
});
