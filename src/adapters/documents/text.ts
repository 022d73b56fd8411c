import { decodeText, type EncodingHints } from '../../domain/text-encoding.ts';
import { Refused } from './limits.ts';
import { refuseUnreadable } from './markdown.ts';

/** A text file is Markdown as it is. */
export function fromText(bytes: Uint8Array): string {
  const text = decoded(bytes).replaceAll('\r\n', '\n').replaceAll('\r', '\n').replaceAll('\f', '\n');
  refuseUnreadable(text);
  return text;
}

/** The text of bytes (`decodeText`). Text in an unknown encoding is refused. */
export function decoded(bytes: Uint8Array, stated?: EncodingHints): string {
  const text = decodeText(bytes, stated);
  if (text === undefined) throw new Refused('file-encoding-unknown');
  return text;
}
