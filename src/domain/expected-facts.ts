/** What an answer must say, in one of several wordings. */
interface Wordings {
  text: string;
  alternatives: string[];
}

/** The most alternatives of a fact, and the most facts of a question. */
export const MAX_FACTS = 10;
/** Maximum length of one wording of a fact, in code points. */
export const MAX_FACT_LENGTH = 300;

/** The wordings of a written fact: `|` separates them, and `\|` is the character itself. */
export function wordingsOf(written: string): string[] {
  return written
    .split(/(?<!\\)\|/)
    .map((wording) => wording.replaceAll('\\|', '|').trim())
    .filter((wording) => wording !== '');
}

/** A fact as a person writes it: its wordings on one line. */
export function factIn(written: string): Wordings {
  const [text = '', ...alternatives] = wordingsOf(written);
  return { text, alternatives };
}

/** A fact in the form that `factIn` reads. */
export function factText({ text, alternatives }: Wordings): string {
  return [text, ...alternatives].map((wording) => wording.replaceAll('|', '\\|')).join(' | ');
}

/** Marks of Markdown and of citations that no visitor reads as words. */
const MARKS = /^\s*(?:[-*+>]|#{1,6}|\d{1,3}[.)])\s+|\*\*|__|`|\s*\[\d{1,2}\]/g;
const LINKS = /!?\[([^\]]*)\]\([^)]*\)/g;

/** What an answer says, sentence by sentence: facts that the same question may be expected to get again. */
export function proposedFacts(answer: string): string[] {
  const segmenter = new Intl.Segmenter(undefined, { granularity: 'sentence' });
  return answer
    .split('\n')
    .map((line) => line.replaceAll(LINKS, '$1').replaceAll(MARKS, '').replaceAll(/\s+/g, ' '))
    .flatMap((line) => Array.from(segmenter.segment(line), ({ segment }) => segment.trim()))
    .filter((sentence) => /[\p{L}\p{N}]/u.test(sentence) && !sentence.endsWith('?'))
    .map((sentence) => Array.from(sentence).slice(0, MAX_FACT_LENGTH).join('').trim())
    .slice(0, MAX_FACTS);
}
