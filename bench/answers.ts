import { knowledgeSearch } from '../src/adapters/knowledge/knowledge-search.ts';
import { sectionSearch, type SectionSearch } from '../src/adapters/knowledge/section-search.ts';
import {
  answerFollowUps,
  answerPages,
  answerQuestions,
  largeKnowledge,
  manySections,
  shownSections,
  type AnswerPage,
  type FollowUp,
  type Question,
} from './support/answer-set.ts';
import { fusedSearch } from './support/fusion.ts';
import { mtragSet } from './support/mtrag.ts';
import { plainBm25 } from './support/plain-bm25.ts';
import { figure, quantile, ratio } from './support/report.ts';
import { xquadSets } from './support/xquad.ts';

// Measures the assistant without a model on the product's question set: the share of questions whose section
// is quoted first, is among the three shown, or is refused. Plain BM25, which always answers, is the
// comparison. Then the times.
interface Measured {
  question: Question;
  /** The position of the right section among those shown, and in plain BM25; -1 for none. */
  own: number;
  plain: number;
  isRefused: boolean;
}

const pages = answerPages();
const ids = pages.flatMap(({ name, sections }) => sections.map(({ title }) => `${name}#${title}`));
const wholeSet = await knowledgeSearch(pages);
const peer = plainBm25(
  pages.flatMap(({ sections }) => sections.map(({ title, path, text }) => [...path, title, text].join('\n'))),
);

function measure(question: Question & Partial<Pick<FollowUp, 'before'>>): Measured {
  const right = 'section' in question.expect ? question.expect.section : '';
  const shown = shownSections(wholeSet.answer([...(question.before ?? []), question.question]), pages);
  return {
    question,
    own: shown.indexOf(right),
    plain: peer(question.question)
      .map((at) => ids[at])
      .indexOf(right),
    isRefused: shown.length === 0,
  };
}

const share = (part: number, whole: number) =>
  `${part}/${whole} (${whole === 0 ? '–' : `${((100 * part) / whole).toFixed(0)} %`})`;

function report(name: string, measured: readonly Measured[]): void {
  const answerable = measured.filter(({ question }) => 'section' in question.expect);
  const far = measured.filter(({ question: { expect } }) => 'refuse' in expect && expect.refuse === 'far');
  const among = (key: 'own' | 'plain', most: number) =>
    share(answerable.filter((it) => it[key] >= 0 && it[key] < most).length, answerable.length);
  figure(
    name,
    [
      `right first ${among('own', 1)}`,
      `in three ${among('own', 3)}`,
      `off-topic refused ${share(far.filter(({ isRefused }) => isRefused).length, far.length)}`,
      `BM25 first ${among('plain', 1)}`,
      `BM25 in three ${among('plain', 3)}`,
    ].join(', '),
  );
}

const measured = answerQuestions().map(measure);
for (const part of ['tune', 'unseen'] as const) {
  const its = measured.filter(({ question }) => question.part === part);
  report(part, its);
  for (const language of new Set(its.map(({ question }) => question.language))) {
    report(
      `  ${part} ${language}`,
      its.filter(({ question }) => question.language === language),
    );
  }
}
report('follow-ups', answerFollowUps().map(measure));
const answerable = measured.filter(({ question }) => 'section' in question.expect);
ratio(
  'right in three, of plain BM25',
  answerable.filter(({ own }) => own >= 0).length /
    answerable.filter(({ plain }) => plain >= 0 && plain < 3).length,
  '≥ 1',
  share(answerable.filter(({ own }) => own >= 0).length, answerable.length),
);

// With a model that follows instructions: whether the needed section is among those that it is given. If it
// is missing, the model searches for the three longest words of the question, one at a time. By default a
// knowledge of this size would go whole into the prompt.
const SEARCHES = 3;
const sectionIds = new Map(
  pages.flatMap(({ name, sections }) => sections.map((it) => [it.markdown, `${name}#${it.title}`] as const)),
);
const given = (query: string): (string | undefined)[] =>
  wholeSet.forModel([query]).map(({ markdown }) => sectionIds.get(markdown));
const longestWords = (question: string) =>
  (question.match(/[\p{L}\p{N}]+/gu) ?? []).toSorted((a, b) => b.length - a.length).slice(0, SEARCHES);
const reached = answerable.map(({ question: { question, expect } }) => {
  const needed = 'section' in expect ? expect.section : '';
  const atOnce = given(question).includes(needed);
  return { atOnce, inAll: atOnce || longestWords(question).some((word) => given(word).includes(needed)) };
});
const withSearches = reached.filter(({ inAll }) => inAll).length;
ratio(
  'needed section reaches a model that follows instructions',
  withSearches / answerable.length,
  '≥ 0.98',
  `${share(withSearches, answerable.length)}; without searches ${share(reached.filter(({ atOnce }) => atOnce).length, answerable.length)}`,
);

// The same in a knowledge that is larger than a prompt, by words and with a ranking by meaning fused in, by
// the server of EMBEDDING_MODEL.
const large = largeKnowledge();
const largeSet = await knowledgeSearch(large);
const wanted = answerable.map(({ question: { question } }) => question);
const fused = await fusedSearch(large, largeSet, wanted);
const isGiven = (question: Question, prompted: readonly string[] = []) =>
  prompted.some(
    (markdown) => 'section' in question.expect && sectionIds.get(markdown) === question.expect.section,
  );
const byWords = wanted.map((question) => largeSet.forModel([question]).map(({ markdown }) => markdown));
for (const language of [undefined, ...new Set(answerable.map(({ question }) => question.language))]) {
  const its = [...answerable.entries()].filter(
    ([, it]) => language === undefined || it.question.language === language,
  );
  const among = (sections: readonly (readonly string[])[]) =>
    share(its.filter(([at, { question }]) => isGiven(question, sections[at])).length, its.length);
  figure(
    `needed section in the prompt, ${large.flatMap(({ sections }) => sections).length} sections, ${language ?? 'all'}`,
    `by words ${among(byWords)}, words and vectors fused ${among(fused.found)}; vectors of ${fused.name}`,
  );
}

function heapBytes(): number {
  globalThis.gc?.();
  return process.memoryUsage().heapUsed;
}

/** Milliseconds of each question, after one round to warm up. */
function timesOf(its: SectionSearch): number[] {
  const questions = measured.map(({ question }) => question.question);
  for (const question of questions) its(question);
  return questions.map((question) => {
    const startedAt = performance.now();
    its(question);
    return performance.now() - startedAt;
  });
}

async function timed(of: readonly AnswerPage[], aimMs: number): Promise<void> {
  const count = of.reduce((sum, { sections }) => sum + sections.length, 0);
  const before = heapBytes();
  const startedAt = performance.now();
  const { user, system } = process.cpuUsage();
  const { search: its } = await sectionSearch(of);
  const builtMs = performance.now() - startedAt;
  const cpu = process.cpuUsage({ user, system });
  const cpuMs = (cpu.user + cpu.system) / 1000;
  const megabytes = (heapBytes() - before) / 2 ** 20;
  const times = timesOf(its);
  const [median, slow] = [quantile(times, 0.5), quantile(times, 0.99)];
  figure(
    `${count} sections`,
    `question ${median.toFixed(1)} ms, p99 ${slow.toFixed(1)} ms (aim ${aimMs} ms); index ${builtMs.toFixed(0)} ms (${cpuMs.toFixed(0)} ms of CPU), ${megabytes.toFixed(1)} MB`,
  );
}
await timed(manySections(pages, 200), 10);
await timed(manySections(pages, 5000), 50);

// With the public set XQuAD in a folder: the right paragraph of 240 first, and among the first five,
// against plain BM25.
const folder = process.env['XQUAD_DIR'];
for (const { language, paragraphs, questions } of folder === undefined ? [] : xquadSets(folder)) {
  const { search: its } = await sectionSearch(
    paragraphs.map((text) => ({ sections: [{ title: '', path: [], markdown: text, text }] })),
  );
  const plain = plainBm25(paragraphs);
  const found = questions.map(({ question, right }) => ({
    own: its(question).sections.findIndex(({ section }) => section.page === right),
    plain: plain(question).indexOf(right),
  }));
  const among = (key: 'own' | 'plain', most: number) =>
    found.filter((it) => it[key] >= 0 && it[key] < most).length / found.length;
  ratio(
    `XQuAD ${language}: right first, of plain BM25`,
    among('own', 1) / among('plain', 1),
    '≥ 1',
    `${among('own', 1).toFixed(3)} against ${among('plain', 1).toFixed(3)}; in five ${among('own', 5).toFixed(3)} against ${among('plain', 5).toFixed(3)}`,
  );
}

// With the public conversations MTRAG in a file: a right passage among the first five for the last question.
const file = process.env['MTRAG_FILE'];
if (file !== undefined) {
  const { passages, conversations } = mtragSet(file);
  const numbered = passages.map((text, at) => ({ title: '', path: [], markdown: String(at), text }));
  const { find } = await knowledgeSearch(numbered.map((section) => ({ sections: [section] })));
  const plain = plainBm25(passages);
  const among = (five: (questions: readonly string[]) => number[]) =>
    conversations.filter(({ questions, right }) => five(questions).some((at) => right.has(at))).length /
    conversations.length;
  const own = among((questions) => find(questions, 5).map(({ markdown }) => Number(markdown)));
  const alone = among((questions) => find(questions.slice(-1), 5).map(({ markdown }) => Number(markdown)));
  const bm25 = among((questions) => plain(questions.at(-1) ?? '').slice(0, 5));
  ratio(
    'MTRAG: right in five, of plain BM25',
    own / bm25,
    '≥ 1',
    `${own.toFixed(3)} with the earlier questions, ${alone.toFixed(3)} without, against ${bm25.toFixed(3)}`,
  );
}
