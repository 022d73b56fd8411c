import { Refused } from './limits.ts';
import { refuseUnreadable } from './markdown.ts';

/** Characters that occur in no text: left over where bytes were read in the wrong encoding. */
const UNREADABLE = /[\u0000-\u0008\u000e-\u001a\u001c-\u001f\u007f-\u009f]/;

/** A text file is Markdown as it is. */
export function fromText(bytes: Uint8Array): string {
  const text = decoded(bytes).replaceAll('\r\n', '\n').replaceAll('\r', '\n').replaceAll('\f', '\n');
  refuseUnreadable(text);
  return text;
}

/**
 * The text of bytes: by their byte order mark, else by what the file says itself, else as UTF-8, else as
 * Windows-1252, which most older programs write. What is readable in none of them is refused.
 */
export function decoded(bytes: Uint8Array, label?: string): string {
  for (const encoding of [marked(bytes), known(label), 'utf-8', 'windows-1252']) {
    if (encoding === undefined) continue;
    try {
      const text = new TextDecoder(encoding, { fatal: true }).decode(bytes);
      if (!UNREADABLE.test(text)) return text;
    } catch {
      // Not in this encoding; the next one is tried.
    }
  }
  throw new Refused('file-encoding-unknown');
}

function marked([first, second]: Uint8Array): string | undefined {
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  return first === 0xfe && second === 0xff ? 'utf-16be' : undefined;
}

/** A label of an encoding (WHATWG Encoding, §4.2), or undefined for an unknown one. */
function known(label: string | undefined): string | undefined {
  try {
    return label === undefined ? undefined : new TextDecoder(label).encoding;
  } catch {
    return undefined;
  }
}
