import { decodeText, type EncodingHints } from '../../lib/text-encoding.ts';
import { UnreadableFile } from './limits.ts';
import { refuseUnreadable } from './markdown.ts';

/** Decodes a text file, which is used as Markdown without changes. */
export function fromTextFile(bytes: Uint8Array): string {
  const text = decodeOrRefuse(bytes).replaceAll('\r\n', '\n').replaceAll('\r', '\n').replaceAll('\f', '\n');
  refuseUnreadable(text);
  return text;
}

/** Decodes bytes with `decodeText`. Throws `UnreadableFile` if the encoding is unknown. */
export function decodeOrRefuse(bytes: Uint8Array, stated?: EncodingHints): string {
  const text = decodeText(bytes, stated);
  if (text === undefined) throw new UnreadableFile('file-encoding-unknown');
  return text;
}
