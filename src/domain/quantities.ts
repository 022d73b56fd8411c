import { MAX_NUMBER_WORDS, numberOf } from './number-words.ts';

/** What a unit measures. Times answer questions about time, but one weight does not answer for another. */
export type Measure = 'time' | 'money' | 'other';

export interface Quantity {
  /** The amount in the base of its unit, such as `2880 min` for two days: equal for equal amounts. */
  key: string;
  measure: Measure;
}

interface Unit {
  base: string;
  factor: number;
}

/** A line is a base, how much of it the unit is, and the signs for the unit in every language. */
const SIGNS = `
  kg 1 kg
  kg 0.001 g
  m 1 m
  m 0.001 mm
  m 0.01 cm
  m 1000 km
  l 1 l
  l 0.001 ml
  lb 1 lb lbs
  min 1 min mins
  min 60 h
  eur 1 € eur euro euros
  gbp 1 £ gbp
  usd 1 $ usd
  percent 1 %`;

/** The same in words of one language, folded; phrases of two words after commas. */
const WORDS: Readonly<Record<string, string>> = {
  en: `
    kg 1 kilo kilos kilogram kilograms kilogramme kilogrammes
    kg 0.001 gram grams gramme grammes
    m 1 meter meters metre metres
    m 0.01 centimeter centimeters centimetre centimetres
    m 1000 kilometer kilometers kilometre kilometres
    l 1 liter liters litre litres
    lb 1 lb lbs
    inch 1 inch inches
    min 1 minute minutes
    min 60 hour hours hr hrs
    min 1440 day days, calendar days
    min 10080 week weeks
    workday 1 workday workdays, working day, working days, business day, business days
    month 1 month months
    month 12 year years
    gbp 1 pound pounds quid
    usd 1 dollar dollars
    percent 1 percent, per cent`,
  de: `
    kg 1 kilo kilos kilogramm
    kg 0.001 gramm
    m 1 meter metern
    m 0.01 zentimeter zentimetern
    m 1000 kilometer kilometern
    l 1 liter litern
    min 1 minute minuten
    min 60 stunde stunden std
    min 1440 tag tage tagen kalendertage kalendertagen
    min 10080 woche wochen
    workday 1 werktag werktage werktagen arbeitstag arbeitstage arbeitstagen
    month 1 monat monate monaten
    month 12 jahr jahre jahren
    usd 1 dollar
    percent 1 prozent`,
  es: `
    kg 1 kilo kilos kilogramo kilogramos
    kg 0.001 gramo gramos
    m 1 metro metros
    m 0.01 centimetro centimetros
    m 1000 kilometro kilometros
    l 1 litro litros
    inch 1 pulgada pulgadas
    min 1 minuto minutos
    min 60 hora horas
    min 1440 dia dias, dias naturales
    min 10080 semana semanas
    workday 1, dia laborable, dias laborables, dia habil, dias habiles
    month 1 mes meses
    month 12 ano anos
    usd 1 dolar dolares
    percent 1, por ciento`,
  fr: `
    kg 1 kilo kilos kilogramme kilogrammes
    min 1 minute minutes
    min 60 heure heures
    min 1440 jour jours
    min 10080 semaine semaines
    workday 1, jour ouvre, jours ouvres, jour ouvrable, jours ouvrables
    month 1 mois
    month 12 an ans annee annees
    percent 1, pour cent`,
  it: `
    kg 1 chilo chili chilogrammo chilogrammi
    min 1 minuto minuti
    min 60 ora ore
    min 1440 giorno giorni
    min 10080 settimana settimane
    workday 1, giorni lavorativi, giorno lavorativo
    month 1 mese mesi
    month 12 anno anni
    percent 1, per cento`,
  pt: `
    kg 1 quilo quilos quilograma quilogramas
    min 1 minuto minutos
    min 60 hora horas
    min 1440 dia dias
    min 10080 semana semanas
    workday 1, dia util, dias uteis
    month 1 mes meses
    month 12 ano anos
    percent 1, por cento`,
  nl: `
    kg 1 kilo kilogram
    min 1 minuut minuten
    min 60 uur
    min 1440 dag dagen
    min 10080 week weken
    workday 1 werkdag werkdagen
    month 1 maand maanden
    month 12 jaar jaren
    percent 1 procent`,
};

/** The most words of an amount with its unit. */
export const MAX_QUANTITY_WORDS = MAX_NUMBER_WORDS + 2;

const MEASURES: Readonly<Record<string, Measure>> = {
  min: 'time',
  workday: 'time',
  month: 'time',
  eur: 'money',
  gbp: 'money',
  usd: 'money',
};
/**
 * Money or a share, with its sign before or after the number. A number is read from its first digit alone, so
 * that the time grows with the length of the text and not with its square.
 */
const WITH_SIGN = /([€£$])\s?(\d+(?:[.,]\d+)*)|(?<!\d|\d[.,])(\d+(?:[.,]\d+)*)\s?([€£$%])/gu;
/** A number with its unit in one word: `5kg`. */
const ONE_WORD = /^(\d[\d.,]*)(\p{L}+)$/u;
/** Days that people call a month. */
const MONTH_MIN = 43_200;

interface Units {
  byName: ReadonlyMap<string, Unit>;
  /** The last words of their names. */
  lastWords: ReadonlySet<string>;
}
const byLanguage = new Map<string, Units>();

/** The unit that a folded word names. Without a language, in any. */
export function unitOf(
  word: string,
  language: string | undefined,
): { base: string; measure: Measure } | undefined {
  const unit = unitsIn(language).byName.get(word);
  return unit && { base: unit.base, measure: measureOf(unit) };
}

/** Whether a quantity can end with a folded word. */
export function endsQuantity(word: string, language: string | undefined): boolean {
  return unitsIn(language).lastWords.has(word) || ONE_WORD.test(word);
}

/** The quantity that folded words are in full: a number and its unit, in one word or several. */
export function quantityOf(words: readonly string[], language: string | undefined): Quantity | undefined {
  if (words.length === 1) {
    const [, number = '', sign = ''] = ONE_WORD.exec(words[0] ?? '') ?? [];
    return quantity(number, sign, language);
  }
  for (const length of [2, 1]) {
    const number = words.slice(0, -length).join(' ');
    const found = quantity(number, words.slice(-length).join(' '), language);
    if (found) return found;
  }
  return undefined;
}

/** The amounts of a text that have a sign instead of a word for their unit, and the number of each. */
export function signedAmounts(
  text: string,
  language: string | undefined,
): { number: string; quantity: Quantity }[] {
  return Array.from(text.matchAll(WITH_SIGN)).flatMap(([, before, first, second, after]) => {
    const number = first ?? second ?? '';
    const found = quantity(number, before ?? after ?? '', language);
    return found ? [{ number, quantity: found }] : [];
  });
}

/** The keys of a quantity that people use for one another: a month and thirty days. */
export function equivalents({ key }: Quantity): string[] {
  const [amount = '', base = ''] = key.split(' ');
  const value = Number(amount);
  if (base === 'month') return [key, keyOf(value * MONTH_MIN, 'min')];
  if (base === 'min' && value % MONTH_MIN === 0) return [key, keyOf(value / MONTH_MIN, 'month')];
  return [key];
}

function quantity(number: string, unit: string, language: string | undefined): Quantity | undefined {
  const its = unitsIn(language).byName.get(unit);
  if (its === undefined) return undefined;
  const value = numberOf(number, language);
  if (value === undefined) return undefined;
  return { key: keyOf(value * its.factor, its.base), measure: measureOf(its) };
}

function measureOf({ base }: Unit): Measure {
  return MEASURES[base] ?? 'other';
}

function keyOf(amount: number, base: string): string {
  return `${Number(amount.toPrecision(9))} ${base}`;
}

function unitsIn(language: string | undefined): Units {
  const name = language ?? '';
  const known = byLanguage.get(name);
  if (known) return known;
  const lists = language === undefined ? Object.values(WORDS) : [WORDS[language] ?? ''];
  const byName = new Map<string, Unit>([SIGNS, ...lists].flatMap(parsed));
  const lastWords = new Set(Array.from(byName.keys(), (unit) => unit.split(' ').at(-1) ?? ''));
  const made = { byName, lastWords };
  byLanguage.set(name, made);
  return made;
}

function parsed(list: string): (readonly [string, Unit])[] {
  return list
    .trim()
    .split('\n')
    .filter((line) => line !== '')
    .flatMap((line) => {
      const [head = '', ...phrases] = line.trim().split(', ');
      const [base = '', factor = '', ...words] = head.split(' ');
      return [...words, ...phrases].map((word) => [word, { base, factor: Number(factor) }] as const);
    });
}
