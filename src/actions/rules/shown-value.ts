import type { LabeledValue } from '../../conversations/records/tried-action.ts';

/** A calendar date (RFC 3339, full-date). */
const DATE = /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])$/;
/** An amount before or after its currency (ISO 4217), such as `129.00 EUR`. */
const AMOUNT = /^(?:(?<before>[A-Z]{3}) )?(?<amount>-?\d{1,12}(?:\.\d{1,4})?)(?: (?<after>[A-Z]{3}))?$/;

/** The language and the region of a tag (BCP 47); `Intl` refuses some tags with further parts. */
const LANGUAGE = /^[a-z]{2,3}(?:-[a-z]{2})?(?![a-z\d])/i;

/**
 * A value as people read it in a language (BCP 47): a date in words, and an amount with its currency. All
 * other values are unchanged.
 */
export function shownValue(value: string, tag = 'en'): string {
  const [locale = 'en'] = LANGUAGE.exec(tag) ?? [];
  if (DATE.test(value)) {
    const format = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' });
    return format.format(new Date(`${value}T00:00:00Z`));
  }
  const { before, amount, after } = AMOUNT.exec(value)?.groups ?? {};
  const currency = before ?? after;
  if (amount === undefined || currency === undefined || (before !== undefined && after !== undefined)) {
    return value;
  }
  return new Intl.NumberFormat(locale, { style: 'currency', currency }).format(Number(amount));
}

/** The label of a value, with the position of its item in a list. */
export function numberedLabel({ label, item }: LabeledValue): string {
  return item === undefined ? label : `${label} (${item})`;
}
