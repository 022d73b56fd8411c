import { hasUnseen } from '../../lib/unseen-characters.ts';

/** Maximum lengths of the part before the @ and of a whole address (RFC 5321 §4.5.3.1). */
const MAX_LOCAL = 64;
const MAX_ADDRESS = 254;
/** RFC 1035 §2.3.4. */
const MAX_LABEL = 63;
/** At most 15 digits (E.164 §6); numbers with fewer than five cannot be called from outside. */
const MIN_DIGITS = 5;
const MAX_DIGITS = 15;

/** Each pattern repeats one character class, so that a match takes linear time. */
const LOCAL_PART = /^[\p{L}\p{M}\p{N}.!#$%&'*+/=?^_`{|}~-]+$/u;
const LABEL = /^[\p{L}\p{M}\p{N}-]+$/u;
const PHONE = /^\+?[\d ()./-]+$/;

/**
 * The trimmed e-mail address; undefined if invalid. Internationalized addresses (RFC 6531) are valid; quoted
 * local parts and IP addresses in brackets are not, because visitors do not have them.
 */
export function emailAddress(typed: string): string | undefined {
  const address = typed.trim();
  const at = address.lastIndexOf('@');
  const local = address.slice(0, at);
  const labels = address.slice(at + 1).split('.');
  const isAddress =
    at > 0 &&
    address.length <= MAX_ADDRESS &&
    local.length <= MAX_LOCAL &&
    LOCAL_PART.test(local) &&
    !local.startsWith('.') &&
    !local.endsWith('.') &&
    !local.includes('..') &&
    labels.length > 1 &&
    labels.every(isLabel);
  return isAddress ? address : undefined;
}

function isLabel(label: string): boolean {
  return label.length <= MAX_LABEL && LABEL.test(label) && !label.startsWith('-') && !label.endsWith('-');
}

/** The digit zero of scripts whose keyboards have different digits. */
const ZEROS = ['\u0660', '\u06F0', '\u0966', '\u09E6', '\uFF10'].map((zero) => zero.charCodeAt(0));

function asciiDigit(digit: string): string {
  const code = digit.charCodeAt(0);
  const zero = ZEROS.find((first) => code >= first && code < first + 10);
  return zero === undefined ? digit : String(code - zero);
}

/**
 * The phone number with ASCII digits; undefined if invalid. `+` is allowed only at the start; spaces,
 * hyphens, dots, slashes and brackets may group the digits.
 */
export function phoneNumber(typed: string): string | undefined {
  const number = typed
    .trim()
    .replace(/[\u00A0\u2009\u202F]/g, ' ')
    .replace(/[\u2010-\u2013]/g, '-')
    .replace(/\p{Nd}/gu, asciiDigit)
    .replace('\uFF0B', '+');
  const digits = number.replace(/\D/g, '').length;
  return PHONE.test(number) && digits >= MIN_DIGITS && digits <= MAX_DIGITS ? number : undefined;
}

/** Whether a name has no invisible or direction characters, which could imitate other text on a screen. */
export function plainName(typed: string): boolean {
  return !hasUnseen(typed);
}

/** A `mailto:` link to one address, without header fields; undefined if the address is invalid. */
export function emailHref(typed: string): string | undefined {
  const address = emailAddress(typed);
  if (address === undefined) return undefined;
  const at = address.lastIndexOf('@');
  // Characters with a meaning in a URL are encoded, the @ is not (RFC 6068 §2).
  return `mailto:${encodeURIComponent(address.slice(0, at))}@${encodeURIComponent(address.slice(at + 1))}`;
}

/** A `tel:` link (RFC 3966 §3); undefined if the number is invalid. */
export function phoneHref(typed: string): string | undefined {
  const number = phoneNumber(typed);
  return number === undefined ? undefined : `tel:${number.replace(/[^\d+]/g, '')}`;
}
