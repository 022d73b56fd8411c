import { analyse } from 'chardet';

/** Hints on the encoding of a text. */
export interface EncodingHints {
  /** The encoding from the Content-Type header. */
  charset?: string | undefined;
  /** A `meta` element or an XML declaration in the text may state the encoding. */
  isHtml?: boolean;
}

/** Control characters: they show that the encoding is wrong. */
const UNREADABLE = /[\u0000-\u0008\u000e-\u001a\u001c-\u001f\u007f-\u009f]/;
/** The encoding that a page states in its first bytes (HTML Standard, §13.2.3.2). */
const STATED = /<meta[^>]+charset\s*=\s*(?:["']\s*)?([\w-]+)|<\?xml[^>]+encoding\s*=\s*["']([\w-]+)/i;
const PRESCAN_BYTES = 1024;
/** The escape sequences of ISO-2022-JP, whose other bytes are ASCII. */
const ESCAPES = /\u001b[$(][@BIJ]/;

/**
 * Decodes a text by its byte order mark, else as UTF-8, else in the stated encoding, else in the detected
 * one. Undefined if all of these fail, or if the detection is unclear: a wrong guess would store a garbled
 * text.
 */
export function decodeText(
  bytes: Uint8Array,
  { charset, isHtml = false }: EncodingHints = {},
): string | undefined {
  const mark = markOf(bytes);
  if (mark !== undefined) return decodeAs(mark, bytes);
  const start = decodeAs('latin1', bytes.subarray(0, PRESCAN_BYTES)) ?? '';
  const [, meta, declared] = isHtml ? (STATED.exec(start) ?? []) : [];
  const stated = [charset, meta ?? declared].map(labelOf).filter((label) => label !== undefined);
  const isEscaped = ESCAPES.test(start);
  for (const encoding of [...(isEscaped ? ['iso-2022-jp'] : []), 'utf-8', ...stated]) {
    const text = decodeAs(encoding, bytes);
    if (text !== undefined && !UNREADABLE.test(text)) return text;
  }
  return detectAndDecode(bytes);
}

function markOf([first, second, third]: Uint8Array): string | undefined {
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8';
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  return first === 0xfe && second === 0xff ? 'utf-16be' : undefined;
}

/**
 * Normalizes an encoding label (WHATWG Encoding, §4.2). UTF-16 is replaced, since an ASCII prescan found it.
 */
function labelOf(label: string | undefined): string | undefined {
  if (label === undefined) return undefined;
  try {
    const { encoding } = new TextDecoder(label.trim());
    return encoding.startsWith('utf-16') ? undefined : encoding;
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

function decodeAs(encoding: string, bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch (error) {
    // The encoding is unknown to the platform, or the bytes are invalid in it.
    if (error instanceof RangeError || error instanceof TypeError) return undefined;
    throw error;
  }
}

/** Encodings that the detector confuses, with the alternatives in order of likelihood. */
const ALSO: Readonly<Record<string, readonly string[]>> = {
  'ISO-8859-1': ['windows-1252'],
  'ISO-8859-2': ['windows-1250', 'iso-8859-2'],
  'ISO-8859-6': ['windows-1256', 'iso-8859-6'],
  'ISO-8859-7': ['windows-1253', 'iso-8859-7'],
  'ISO-8859-8': ['windows-1255'],
  'ISO-8859-9': ['windows-1254'],
};
const WESTERN = 'windows-1252';
/** The minimum confidence of a detection, in percent. */
const LEAST_CONFIDENCE = 30;
/** The minimum lead of a Western encoding, in percent, if the text has enough letters. */
const CLEAR_BY = 8;
const ENOUGH_LETTERS = 6;
/** The detector uses at most this many bytes; more do not improve it. */
const DETECTED_BYTES = 64 * 1024;

function detectAndDecode(bytes: Uint8Array): string | undefined {
  const candidates = analyse(bytes.subarray(0, DETECTED_BYTES))
    .flatMap(({ name, confidence }) => {
      const texts = (ALSO[name] ?? [name.toLowerCase()]).map((encoding) => ({
        encoding,
        text: decodeAs(encoding, bytes),
      }));
      const [best] = texts
        .flatMap(({ encoding, text }) =>
          text === undefined || UNREADABLE.test(text) ? [] : [{ encoding, text }],
        )
        .toSorted((one, other) => disorder(one.text) - disorder(other.text));
      return best ? [{ ...best, confidence }] : [];
    })
    .toSorted((one, other) => other.confidence - one.confidence);
  const best = candidates.find(({ confidence }) => confidence >= LEAST_CONFIDENCE);
  if (best && best.encoding !== WESTERN) return isOrderly(best.text) ? best.text : undefined;
  const western = decodeAs(WESTERN, bytes);
  if (western === undefined || UNREADABLE.test(western)) return clearest(candidates);
  if (!isOrderly(western)) return undefined;
  const other = candidates.find(({ encoding }) => encoding !== WESTERN);
  const isUnclear = other && (best?.confidence ?? LEAST_CONFIDENCE) - other.confidence < CLEAR_BY;
  return isUnclear && foreignLetters(western) >= ENOUGH_LETTERS ? undefined : western;
}

/** The minimum lead of other encodings, in percent. */
const LEAST_OF_OTHERS = 20;

function clearest([best, next]: readonly { text: string; confidence: number }[]): string | undefined {
  if (!best || best.confidence < LEAST_OF_OTHERS || !isOrderly(best.text)) return undefined;
  return best.confidence - (next?.confidence ?? 0) >= CLEAR_BY ? best.text : undefined;
}

/** Signs between letters, except for those that occur in words. */
const SIGN_IN_WORD = /(?<=\p{L})[^\p{L}\p{N}\p{M}\s\0-\x7f’‘·‐‑–—…\u00ad]+(?=\p{L})/gu;
/** A capital after a lower-case letter beyond ASCII: `ýÊ`, but not `iPhone`. */
const CAPITAL_IN_WORD = /(?:[\p{Ll}--[a-z]](?=\p{Lu})|\p{Ll}(?=[\p{Lu}--[A-Z]]))/gv;
/** Three non-ASCII Latin letters in a row, which real words do not have. */
const FOREIGN_RUN = /[\p{Script=Latin}--[\0-\x7f]]{3,}/gv;
const FOREIGN = /[^\0-\x7f]/g;
const ORDERLY = 0.2;

/** The share of non-ASCII characters in implausible positions, 0 to 1. */
function disorder(text: string): number {
  const start = text.slice(0, DETECTED_BYTES);
  const found = [SIGN_IN_WORD, CAPITAL_IN_WORD, FOREIGN_RUN].flatMap((pattern) => start.match(pattern) ?? []);
  const misplaced = found.reduce((sum, { length }) => sum + length, 0);
  return misplaced / Math.max(1, foreignLetters(start));
}

function isOrderly(text: string): boolean {
  return disorder(text) <= ORDERLY;
}

function foreignLetters(text: string): number {
  return text.match(FOREIGN)?.length ?? 0;
}
