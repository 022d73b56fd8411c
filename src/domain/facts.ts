import { fold } from './folding.ts';

/** A number counts by its value. `values` has two where the separator is read differently by language. */
interface NumberToken {
  kind: 'number';
  values: readonly number[];
  /** A currency, `%`, or `clock` for a time of day in minutes. */
  unit: string | undefined;
}
interface WordToken {
  kind: 'word';
  stem: string;
}
/** Punctuation that separates clauses. */
interface BreakToken {
  kind: 'break';
}
type Token = NumberToken | WordToken | BreakToken;

const UNITS: Readonly<Record<string, string>> = {
  '£': 'GBP',
  gbp: 'GBP',
  pound: 'GBP',
  pounds: 'GBP',
  '€': 'EUR',
  eur: 'EUR',
  euro: 'EUR',
  euros: 'EUR',
  $: 'USD',
  usd: 'USD',
  dollar: 'USD',
  dollars: 'USD',
  '%': '%',
  percent: '%',
  prozent: '%',
};

const NUMBER_WORDS = new Map(
  [
    'zero one two three four five six seven eight nine ten eleven twelve',
    'null eins zwei drei vier funf sechs sieben acht neun zehn elf zwolf',
    'cero uno dos tres cuatro cinco seis siete ocho nueve diez once doce',
    'zero un deux trois quatre cinq six sept huit neuf dix onze douze',
  ].flatMap((words) => words.split(' ').map((word, value) => [word, value] as const)),
);
// Articles, too.
NUMBER_WORDS.delete('un');

/** Words that carry no fact. */
const FILLERS = new Set(
  (
    'the a an is are was be been of to in for it its you your we our and with at on that this per ' +
    'der die das den dem des ein eine einen einem einer ist sind und zu zum zur fur im am sie wir von mit auf ' +
    'el la los las un una es son de del en y para con le les du est sont et au aux il pour avec'
  ).split(' '),
);
const NEGATIONS = new Set(
  'not no never without cannot nicht kein keine keinen keiner nie ohne nunca sin ni pas sans jamais non nein'.split(
    ' ',
  ),
);
/** How many words after a negation it may be about. */
const NEGATED_WORDS = 2;

/** Endings of the forms of a word in the languages of the stop words, the longest first. */
const ENDINGS = [
  'ungen',
  'ings',
  'ies',
  'ing',
  'ern',
  'ung',
  'es',
  'ed',
  'er',
  'en',
  'em',
  'ly',
  's',
  'e',
  'n',
  'y',
];
const MIN_STEM = 3;

const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

const NUMBER = String.raw`\d{1,3}(?:[ .,'’]\d{3})+(?:[.,]\d+)?(?!\d)|\d+(?:[.,]\d+)?`;
const UNIT = String.raw`[£€$%]|(?:gbp|pounds?|eur|euros?|usd|dollars?|percent|prozent)(?![\p{L}\p{N}])`;
const TOKENS = new RegExp(
  [
    String.raw`(?<hour>\d{1,2})(?:[:h](?<minute>\d{2}))?\s?(?<half>am|pm|a\.m\.|p\.m\.|uhr)(?![\p{L}\p{N}])`,
    String.raw`(?<hour24>\d{1,2})[:h](?<minute24>\d{2})(?!\d)`,
    `(?:(?<before>[£€$]|(?:gbp|eur|usd)\\b)\\s?)?(?<number>${NUMBER})(?:\\s?(?<after>${UNIT}))?`,
    String.raw`(?<word>[\p{L}\p{M}][\p{L}\p{M}\p{N}]*(?:['’][\p{L}\p{M}]+)*)`,
    String.raw`(?<end>[.!?;:,()。！？、，]|\n)`,
  ].join('|'),
  'gu',
);

/**
 * Whether a text says a fact: one of its sentences has all words of it in any form and order, each number of
 * the same value and currency, and none of them is negated.
 */
export function saysFact(
  answer: string,
  { text, alternatives }: { text: string; alternatives: readonly string[] },
): boolean {
  const sentences = sentencesOf(answer);
  return [text, ...alternatives].some((wording) => sentences.some((sentence) => says(sentence, wording)));
}

/** A list item or a table row is a sentence, too. */
function sentencesOf(answer: string): string[] {
  return fold(answer)
    .split(/\n+|(?<=[^.\s]{2}[.!?])\s+|(?<=[。！？])/u)
    .filter((sentence) => sentence.trim() !== '');
}

function says(sentence: string, wording: string): boolean {
  const folded = fold(wording);
  if (UNSPACED.test(folded)) return compact(sentence).includes(compact(folded));
  const wanted = contentOf(tokensOf(folded));
  if (wanted.length === 0) return sentence.includes(folded.trim());
  const said = tokensOf(sentence);
  const negates = wanted.some((token) => token.kind === 'word' && NEGATIONS.has(token.stem));
  return wanted.every((token) =>
    said.some((other, at) => isSame(token, other) && (negates || !isNegated(said, at))),
  );
}

const compact = (text: string) => text.replaceAll(/\s+/gu, '');

/** The tokens that a fact requires; all words where it has no others. */
function contentOf(tokens: readonly Token[]): Token[] {
  const required = tokens.filter((token) => token.kind !== 'break');
  const content = required.filter((token) => token.kind === 'number' || !FILLERS.has(token.stem));
  return content.length > 0 ? content : required;
}

function isSame(wanted: Token, said: Token): boolean {
  if (wanted.kind === 'word') return said.kind === 'word' && said.stem === wanted.stem;
  if (wanted.kind !== 'number' || said.kind !== 'number') return false;
  if (wanted.unit !== undefined && wanted.unit !== said.unit) return false;
  // A time of day is not the number of its minutes.
  if (said.unit === 'clock' && wanted.unit !== 'clock') return false;
  return wanted.values.some((value) => said.values.includes(value));
}

/** Whether a negation stands before a word, in the same clause. */
function isNegated(said: readonly Token[], at: number): boolean {
  let words = 0;
  for (let before = at - 1; before >= 0; before--) {
    const token = said[before];
    if (!token || token.kind === 'break') return false;
    if (token.kind === 'word' && NEGATIONS.has(token.stem)) return true;
    const isFiller = token.kind === 'word' && FILLERS.has(token.stem);
    if (!isFiller && ++words >= NEGATED_WORDS) return false;
  }
  return false;
}

function tokensOf(folded: string): Token[] {
  const tokens: Token[] = [];
  for (const { groups = {} } of folded.matchAll(TOKENS)) {
    const { hour, minute = '0', half, hour24, minute24, before, number, after, word } = groups;
    if (hour !== undefined) tokens.push(clock(hourOf(Number(hour), half), Number(minute)));
    else if (hour24 !== undefined) tokens.push(clock(Number(hour24), Number(minute24)));
    else if (number !== undefined) {
      tokens.push({ kind: 'number', values: valuesOf(number), unit: UNITS[before ?? after ?? ''] });
    } else if (word !== undefined) tokens.push(wordToken(word));
    else tokens.push({ kind: 'break' });
  }
  return tokens;
}

const clock = (hours: number, minutes: number): NumberToken => ({
  kind: 'number',
  values: [hours * 60 + minutes],
  unit: 'clock',
});

/** The hour of 24 of an hour with `am`, `pm` or `uhr`. */
function hourOf(hour: number, half = ''): number {
  if (half.startsWith('p')) return (hour % 12) + 12;
  return half.startsWith('a') ? hour % 12 : hour;
}

function wordToken(word: string): Token {
  const value = NUMBER_WORDS.get(word);
  if (value !== undefined) return { kind: 'number', values: [value], unit: undefined };
  // `isn't`, `don't`
  if (/n['’]t$/.test(word)) return { kind: 'word', stem: 'not' };
  if (NEGATIONS.has(word) || FILLERS.has(word)) return { kind: 'word', stem: word };
  return { kind: 'word', stem: stemOf(word) };
}

/** The word without its endings; a coarse stem that needs no dictionary. */
function stemOf(word: string): string {
  const ending = ENDINGS.find((one) => word.endsWith(one) && word.length - one.length >= MIN_STEM);
  return ending === undefined ? word : stemOf(word.slice(0, -ending.length));
}

/**
 * The values of a written number. One separator before three digits groups thousands in some languages and is
 * the decimal point in others.
 */
function valuesOf(written: string): number[] {
  const plain = written.replaceAll(/[ '’]/g, '');
  const separators = plain.match(/[.,]/g) ?? [];
  const last = separators.at(-1);
  if (last === undefined) return [Number(plain)];
  const grouped = Number(plain.replaceAll(/[.,]/g, ''));
  const at = plain.lastIndexOf(last);
  const decimal = Number(`${plain.slice(0, at).replaceAll(/[.,]/g, '')}.${plain.slice(at + 1)}`);
  if (separators.length > 1) return [new Set(separators).size === 1 ? grouped : decimal];
  return plain.length - at === 4 && !plain.startsWith('0') ? [decimal, grouped] : [decimal];
}
