/** The maximum distance of a ZIP archive's end record from the end of the file, in bytes (APPNOTE 4.3.16). */
const ARCHIVE_END_BYTES = 65_557;
/** The range at the start of a file in which readers accept a PDF header (ISO 32000-1, Annex H, note 13). */
const PDF_HEAD_BYTES = 1024;

const ARCHIVE_END = new TextEncoder().encode('PK\u0005\u0006');
const PDF_HEAD = new TextEncoder().encode('%PDF-');

/**
 * Detects polyglot files: pictures that are also a ZIP archive (with Java programs and Office documents) or a
 * PDF. It looks for the end record of an archive near the end and a PDF header near the start.
 */
export function otherFiles(): {
  watch(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, void, void>;
  /** The result; valid once the whole file was read. */
  areFound(): boolean;
} {
  let start: Uint8Array = new Uint8Array();
  let end: Uint8Array = new Uint8Array();
  return {
    async *watch(pieces) {
      for await (const piece of pieces) {
        if (start.length < PDF_HEAD_BYTES) {
          start = concat(start, piece.subarray(0, PDF_HEAD_BYTES)).subarray(0, PDF_HEAD_BYTES);
        }
        end = concat(end, piece.subarray(-ARCHIVE_END_BYTES)).slice(-ARCHIVE_END_BYTES);
        yield piece;
      }
    },
    areFound: () => holds(start, PDF_HEAD) || holds(end, ARCHIVE_END),
  };
}

function concat(before: Uint8Array, after: Uint8Array): Uint8Array {
  const both = new Uint8Array(before.length + after.length);
  both.set(before);
  both.set(after, before.length);
  return both;
}

function holds(bytes: Uint8Array, signature: Uint8Array): boolean {
  const [first = 0] = signature;
  for (let at = bytes.indexOf(first); at !== -1; at = bytes.indexOf(first, at + 1)) {
    if (signature.every((byte, index) => bytes[at + index] === byte)) return true;
  }
  return false;
}
