import { SENTENCE_OF } from '../../../../core/errors.ts';
import { decodeText } from '../../../../lib/text-encoding.ts';
import { Problem } from '../../../ui/request.ts';

/** Decodes a text file as the service does. Throws a Problem if the encoding is unknown. */
export function decodeFile(bytes: ArrayBuffer): string {
  const text = decodeText(new Uint8Array(bytes));
  if (text === undefined) throw new Problem('file-encoding-unknown', SENTENCE_OF['file-encoding-unknown']);
  return text;
}
