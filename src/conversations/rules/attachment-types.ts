import { fileTypeOf } from '../../lib/file-types.ts';
import { withoutUnseen } from '../../lib/unseen-characters.ts';

/** The file types that may be sent in a conversation. */
export const ATTACHMENT_TYPES = ['png', 'jpeg', 'webp', 'gif', 'pdf', 'text'] as const;
export type AttachmentType = (typeof ATTACHMENT_TYPES)[number];

interface AttachmentRule {
  /** The media type that it is served as. */
  mediaType: string;
  /** The allowed file extensions; the first one is added to names with another extension. */
  extensions: readonly [string, ...string[]];
  /** Images are shown inline; other files are only downloaded. */
  isImage: boolean;
}

export const ATTACHMENT_RULES: Record<AttachmentType, AttachmentRule> = {
  png: { mediaType: 'image/png', extensions: ['png'], isImage: true },
  jpeg: { mediaType: 'image/jpeg', extensions: ['jpg', 'jpeg'], isImage: true },
  webp: { mediaType: 'image/webp', extensions: ['webp'], isImage: true },
  gif: { mediaType: 'image/gif', extensions: ['gif'], isImage: true },
  pdf: { mediaType: 'application/pdf', extensions: ['pdf'], isImage: false },
  text: {
    mediaType: 'text/plain; charset=utf-8',
    extensions: ['txt', 'csv', 'tsv', 'log', 'md', 'json', 'yaml', 'yml', 'ini'],
    isImage: false,
  },
};

const SIGNATURES: readonly (readonly [AttachmentType, RegExp])[] = [
  ['png', /^\u0089PNG\r\n\u001a\n/],
  ['jpeg', /^\u00ff\u00d8\u00ff/],
  ['gif', /^GIF8[79]a/],
  ['webp', /^RIFF[^]{4}WEBP/],
  ['pdf', /^%PDF-/],
];

const MARKUP = /^(?:\u00ef\u00bb\u00bf)?\s*<[!?a-z]/i;

/**
 * The type of a file by the signature in its first bytes; its name is ignored. Undefined for unsupported
 * types and for text that starts with markup (HTML, SVG).
 */
export function attachmentTypeOf(head: Uint8Array): AttachmentType | undefined {
  const start = String.fromCharCode(...head.subarray(0, 64));
  const signed = SIGNATURES.find(([, signature]) => signature.test(start));
  if (signed) return signed[0];
  return fileTypeOf(head, '') === 'text' && !MARKUP.test(start) ? 'text' : undefined;
}

const MAX_NAME_LENGTH = 100;

/**
 * A safe file name, at most 100 characters, with an extension of its type. Characters that could mislead a
 * reader are removed: with a right-to-left mark, `gpj.exe` reads as `exe.jpg`.
 */
export function attachmentNameOf(fileName: string, type: AttachmentType): string {
  const plain = withoutUnseen(fileName.toWellFormed())
    .replace(/[\\/:*?"<>|]/g, '_')
    .trim();
  const [, stem = plain, extension = ''] = /^(.*)\.([^.]*)$/s.exec(plain) ?? [];
  const { extensions } = ATTACHMENT_RULES[type];
  const isTrue = extensions.some((one) => one === extension.toLowerCase());
  const ending = isTrue ? extension.toLowerCase() : extensions[0];
  const kept = [...(isTrue ? stem : plain)].slice(0, MAX_NAME_LENGTH - ending.length - 1).join('');
  return `${kept.replace(/^\.+/, '').replace(/(?<![. ])[. ]+$/, '') || 'file'}.${ending}`;
}
