import { listOf, Node, textOf } from './page-json-ld-values.ts';
import type { PageLabels } from '../../languages/words.ts';

const DAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];

/** The opening hours of a business, one line per statement, with weekdays in the page's language. */
export function openingHours(node: Node, words: PageLabels, language: string | undefined): string[] {
  const written = listOf(node['openingHours']).flatMap((value) => {
    const text = textOf(value);
    return text === '' ? [] : [`${words.hours}: ${shortForm(text, language)}`];
  });
  const specified = listOf(node['openingHoursSpecification']).flatMap((value) => {
    const line = specification(Node.safeParse(value).data ?? {}, words, language);
    return line === undefined ? [] : [`${words.hours}: ${line}`];
  });
  return [...written, ...specified];
}

function specification(node: Node, words: PageLabels, language: string | undefined): string | undefined {
  const days = listOf(node['dayOfWeek']).map((day) => textOf(day).replace(/^.*[/#]/, ''));
  const named = days.map((day) => dayName(DAYS.indexOf(day), language) ?? day).join(', ');
  const opens = time(textOf(node['opens']));
  const closes = time(textOf(node['closes']));
  const from = textOf(node['validFrom']);
  const through = textOf(node['validThrough']);
  const dates = [from, through]
    .filter((date, index, all) => date !== '' && all.indexOf(date) === index)
    .join(' – ');
  const when = [named, dates].filter((part) => part !== '').join(' ');
  if (when === '' && opens === '') return undefined;
  // Equal or missing times mean closed (schema.org, OpeningHoursSpecification).
  const hours = opens === closes ? words.closed : `${opens}–${closes}`;
  return [when, hours].filter((part) => part !== '').join(' ');
}

const time = (text: string) => text.replace(/^(\d\d:\d\d):00.*$/, '$1');

/** `Mo-Fr 09:00-18:00` with full names of the days. */
function shortForm(text: string, language: string | undefined): string {
  return text.replaceAll(/\b(?:Mo|Tu|We|Th|Fr|Sa|Su)\b/g, (short) => {
    const index = DAYS.findIndex((day) => day.startsWith(short));
    return dayName(index, language) ?? short;
  });
}

/** The name of a weekday, 0 for Monday. 2024-01-01 was a Monday. */
function dayName(index: number, language: string | undefined): string | undefined {
  if (index < 0) return undefined;
  const [known = 'en'] = Intl.DateTimeFormat.supportedLocalesOf(isTag(language) ? [language, 'en'] : ['en']);
  return new Intl.DateTimeFormat(known, { weekday: 'long', timeZone: 'UTC' }).format(
    Date.UTC(2024, 0, 1 + index),
  );
}

function isTag(language: string | undefined): language is string {
  return language !== undefined && /^[a-z]{2,3}(?:-[a-z\d]{2,8})*$/i.test(language);
}
