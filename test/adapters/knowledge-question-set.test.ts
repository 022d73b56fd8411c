import { expect, test } from 'vitest';
import {
  answerFollowUps,
  answerPages,
  answerQuestions,
  shownSections,
} from '../../bench/support/answer-set.ts';
import { knowledgeSearch } from '../../src/adapters/knowledge/knowledge-search.ts';
import { outcomeOf } from '../../src/adapters/knowledge/outcome.ts';
import { sectionSearch } from '../../src/adapters/knowledge/section-search.ts';

test('the question set of the bench is answered, shown and refused as promised', async () => {
  const pages = answerPages();
  const { search } = await sectionSearch(pages);
  const results = answerQuestions().map(({ question, expect: expected }) => {
    const outcome = outcomeOf(search(question));
    const one = 'section' in outcome ? [outcome.section] : [];
    const ids = ('sections' in outcome ? outcome.sections : one).map(
      ({ section }) => `${pages[section.page]?.name ?? ''}#${section.title}`,
    );
    return { question, kind: outcome.kind, ids, expected };
  });
  const answerable = results.filter(({ expected }) => 'section' in expected);
  const helped = answerable.filter(
    ({ ids, expected }) => 'section' in expected && ids.includes(expected.section),
  );
  const wrong = results.filter(
    ({ kind, ids, expected }) => kind === 'sure' && !('section' in expected && ids[0] === expected.section),
  );
  const far = results.filter(({ expected }) => 'refuse' in expected && expected.refuse === 'far');
  expect(helped.length / answerable.length).toBeGreaterThanOrEqual(0.85);
  expect(wrong.length / results.length).toBeLessThanOrEqual(0.05);
  expect(far.filter(({ kind }) => kind !== 'nothing')).toEqual([]);
});

test('follow-ups and changes of subject are answered, shown and refused as promised', async () => {
  const pages = answerPages();
  const { answer } = await knowledgeSearch(pages);
  const results = answerFollowUps().map(({ before, question, expect: expected }) => {
    const its = answer([...before, question]);
    return { question, kind: its.kind, ids: shownSections(its, pages), expected };
  });
  const answerable = results.filter(({ expected }) => 'section' in expected);
  const helped = answerable.filter(
    ({ ids, expected }) => 'section' in expected && ids.includes(expected.section),
  );
  const wrong = results.filter(
    ({ kind, ids, expected }) => kind === 'sure' && !('section' in expected && ids[0] === expected.section),
  );
  const far = results.filter(({ expected }) => 'refuse' in expected);
  expect(helped.length / answerable.length).toBeGreaterThanOrEqual(0.85);
  expect(wrong).toEqual([]);
  expect(far.filter(({ kind }) => kind !== 'nothing')).toEqual([]);
});
