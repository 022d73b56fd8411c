/** The number words of a language, folded. */
interface NumberWords {
  /** From zero, separated by spaces. */
  ones: string;
  /** From twenty to ninety. */
  tens: string;
  /** Combines a ten and a one, such as twenty-one. */
  joined(ten: string, one: string): string;
  hundred: string;
  /** Expressions for a half before a unit, separated by commas. */
  halves: string;
  /** The expression for a number and a half. */
  half(one: string): string;
  /** The indefinite articles, which mean 1 before a unit. */
  articles: string;
}

const BY_LANGUAGE: Readonly<Record<string, NumberWords>> = {
  en: {
    ones: `zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen
      seventeen eighteen nineteen`,
    tens: 'twenty thirty forty fifty sixty seventy eighty ninety',
    joined: (ten, one) => `${ten} ${one}`,
    hundred: 'hundred, a hundred, one hundred',
    halves: 'half a, half an, half',
    half: (one) => `${one} and a half`,
    articles: 'a an',
  },
  de: {
    ones: `null eins zwei drei vier funf sechs sieben acht neun zehn elf zwolf dreizehn vierzehn funfzehn sechzehn
      siebzehn achtzehn neunzehn`,
    tens: 'zwanzig dreissig vierzig funfzig sechzig siebzig achtzig neunzig',
    joined: (ten, one) => `${one === 'eins' ? 'ein' : one}und${ten}`,
    hundred: 'hundert, einhundert',
    halves: 'eine halbe, einer halben, halbe, halben, halbes, ein halbes, einem halben, halber, einen halben',
    half: (one) => (one === 'eins' ? 'eineinhalb' : `${one}einhalb`),
    articles: 'ein eine einen einem einer eines',
  },
  es: {
    ones: `cero uno dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince dieciseis diecisiete
      dieciocho diecinueve`,
    tens: 'veinte treinta cuarenta cincuenta sesenta setenta ochenta noventa',
    joined: (ten, one) => (ten === 'veinte' ? `veinti${one}` : `${ten} y ${one}`),
    hundred: 'cien',
    halves: 'media, medio',
    half: (one) => `${one} y media`,
    articles: 'un una',
  },
};

export const MAX_NUMBER_WORDS = 4;

const byLanguage = new Map<string, ReadonlyMap<string, number>>();

/**
 * The value of a number in digits or in words (folded, separated by spaces; up to a hundred, in English,
 * German and Spanish); an article is 1. Undefined for other texts. Without a language, words of all three
 * languages match, and a separator before three digits is a thousands separator.
 */
export function numberOf(text: string, language: string | undefined): number | undefined {
  if (/^\d/.test(text)) return digitsOf(text, language);
  const languages = language === undefined ? Object.keys(BY_LANGUAGE) : [language];
  for (const name of languages) {
    const value = wordsIn(name).get(text);
    if (value !== undefined) return value;
  }
  return undefined;
}

function digitsOf(text: string, language: string | undefined): number | undefined {
  const thousands = language === 'en' ? ',' : '.';
  const isGrouped = language === undefined ? /^\d+(?:[.,]\d{3})+$/ : groupedBy(thousands);
  const plain = isGrouped.test(text) ? text.replaceAll(/[.,]/g, '') : text.replace(',', '.');
  return /^\d{1,9}(?:\.\d{1,6})?$/.test(plain) ? Number(plain) : undefined;
}

function groupedBy(sign: string): RegExp {
  return sign === ',' ? /^\d{1,3}(?:,\d{3})+$/ : /^\d{1,3}(?:\.\d{3})+$/;
}

function wordsIn(language: string): ReadonlyMap<string, number> {
  const known = byLanguage.get(language);
  if (known) return known;
  const words = BY_LANGUAGE[language];
  const made = words === undefined ? new Map<string, number>() : numbersFrom(words);
  byLanguage.set(language, made);
  return made;
}

function numbersFrom(words: NumberWords): Map<string, number> {
  const ones = words.ones.split(/\s+/);
  const numbers = new Map(ones.map((one, value) => [one, value]));
  for (const [at, ten] of words.tens.split(' ').entries()) {
    const value = 20 + 10 * at;
    numbers.set(ten, value);
    for (const [one, word] of ones.slice(0, 10).entries()) {
      if (one > 0) numbers.set(words.joined(ten, word), value + one);
    }
  }
  for (const [one, word] of ones.slice(0, 11).entries()) {
    if (one > 0) numbers.set(words.half(word), one + 0.5);
  }
  for (const hundred of words.hundred.split(', ')) numbers.set(hundred, 100);
  for (const half of words.halves.split(', ')) numbers.set(half, 0.5);
  for (const article of words.articles.split(' ')) numbers.set(article, 1);
  return numbers;
}
