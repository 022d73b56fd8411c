import { SENTENCE_OF } from '../../../domain/errors.ts';
import { decodeText } from '../../../domain/text-encoding.ts';
import { Problem } from '../../ui/request.ts';

/** The text of a file, decoded as the service decodes it; a Problem in no known encoding. */
export function decodedFile(bytes: ArrayBuffer): string {
  const text = decodeText(new Uint8Array(bytes));
  if (text === undefined) throw new Problem('file-encoding-unknown', SENTENCE_OF['file-encoding-unknown']);
  return text;
}
