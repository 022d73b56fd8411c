import { languageOf, WORDS } from '../../languages/languages.ts';

interface HoursQuestion {
  /** The folded word of the question for being open or closed. */
  word: string;
  /** Words of the documents with the same meaning. */
  about: readonly string[];
}

/** The subject of a question about opening hours; undefined for other questions. Words are folded. */
export function hoursQuestion(
  words: readonly string[],
  language: string | undefined,
): HoursQuestion | undefined {
  const known = languageOf(language);
  const its = known && WORDS[known].hours;
  if (!its || !words.some((word) => isIn(its.when, word))) return undefined;
  const last = words.at(-1) ?? '';
  const word = words.find((one) => isIn(its.open, one)) ?? (isIn(its.atEnd ?? '', last) ? last : undefined);
  return word === undefined ? undefined : { word, about: its.about };
}

function isIn(list: string, word: string): boolean {
  return list
    .split(' ')
    .some((one) => (one.endsWith('*') ? word.startsWith(one.slice(0, -1)) : word === one));
}

const OCCASION =
  /(?<!\p{L})(?:christmas|xmas|easter|new year|thanksgiving|(?:bank|public) holiday|weihnacht|ostern|osterferien|silvester|neujahr|feiertag|noel|paques|jours? feries?|navidad|navide|nochevieja|semana santa|festivo|natal|pascoa|reveillon|feriado|pasqua|capodanno|festivi|kerst|pasen|oud en nieuw|feestdag|wigili|wielkanoc|boze narodzenie|sylwest|yilbasi|bayram)/u;

/** Whether a folded text names a holiday. */
export function namesOccasion(folded: string): boolean {
  return OCCASION.test(folded);
}
