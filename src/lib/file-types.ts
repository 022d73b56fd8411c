/**
 * File types by content. `old-office` is the container format of Word before 2007, and of Word files with a
 * password.
 */
export const FILE_TYPES = ['pdf', 'zip', 'old-office', 'html', 'text'] as const;
export type FileType = (typeof FILE_TYPES)[number];

/** The number of bytes that `fileTypeOf` needs. */
export const TYPE_BYTES = 1024;

const PDF = '%PDF-';
const ZIP = 'PK\u0003\u0004';
const OLD_OFFICE = '\u00d0\u00cf\u0011\u00e0\u00a1\u00b1\u001a\u00e1';
const RICH_TEXT = '{\\rtf';

/**
 * The start of a web page; a Markdown file may start with any other tag. Comments are matched up to their
 * first end, so that a match takes linear time.
 */
const PAGE =
  /^\s*(?:<\?xml[^>]*>\s*)?(?:<!--(?:(?!-->)[^])*-->\s*)*<(?:!doctype\s+html|html|head|body)[\s>]/i;
const MARKUP = /^\s*<[!?a-z]/i;
const PAGE_NAME = /\.x?html?$/i;
const TEXT_NAME = /\.(?:md|markdown|txt)$/i;

/** The header of an e-mail, or of a page saved as MHTML (RFC 5322, RFC 2557). */
const MAIL = /^(?:[\w-]+:[^\n]*\n(?:[ \t][^\n]*\n)*)*?(?:mime-version|received|return-path|message-id):/i;
const MAIL_NAME = /\.(?:eml|mht|mhtml)$/i;

/** Control characters other than white space and form feed: the file is not a text. */
const BINARY = /[\u0000-\u0008\u000e-\u001a\u001c-\u001f]/;

/**
 * The type of a file by its first bytes; undefined if it is unsupported. The name decides only between kinds
 * of text, because a web page and Markdown can start with the same characters.
 */
export function fileTypeOf(head: Uint8Array, fileName: string): FileType | undefined {
  const start = latin1(head.subarray(0, TYPE_BYTES));
  if (start.includes(PDF)) return 'pdf';
  if (start.startsWith(ZIP)) return 'zip';
  if (start.startsWith(OLD_OFFICE)) return 'old-office';
  if (start.startsWith(RICH_TEXT) || MAIL.test(start) || MAIL_NAME.test(fileName)) return undefined;
  const text = isUtf16(head) ? '' : start;
  if (BINARY.test(text)) return undefined;
  if (PAGE_NAME.test(fileName) || PAGE.test(text)) return 'html';
  return MARKUP.test(text) && !TEXT_NAME.test(fileName) ? 'html' : 'text';
}

function isUtf16([first, second]: Uint8Array): boolean {
  return (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);
}

function latin1(bytes: Uint8Array): string {
  return String.fromCharCode(...bytes);
}
