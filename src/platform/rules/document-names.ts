/** The name of an assistant's document: a file name of at most 100 characters plus its extension. */
export const DOCUMENT_NAME = /^[\p{L}\p{N}][\p{L}\p{N}\p{M} ._-]{0,99}\.(md|markdown|txt)$/u;

/** The maximum length without extension, with room for a number at the end. */
const MAX_BASE = 90;

/** The name of the Markdown document for a file: `Preise (2026).pdf` becomes `Preise 2026.md`. */
export function documentNameOf(fileName: string): string {
  const base = fileName
    .normalize('NFC')
    .replace(/\.[A-Za-z0-9]{1,8}$/, '')
    .replaceAll(/[^\p{L}\p{N}\p{M} ._-]+/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .replace(/^[^\p{L}\p{N}]+/u, '')
    .trim();
  const short = Array.from(base).slice(0, MAX_BASE).join('').trim();
  return `${short === '' ? 'document' : short}.md`;
}

/** An unused document name: `prices 2.md` if `prices.md` is taken. */
export function freeDocumentName(name: string, taken: ReadonlySet<string>): string {
  if (!taken.has(name)) return name;
  const [, base = name, ending = ''] = /^(.*?)(\.[a-z]+)?$/su.exec(name) ?? [];
  for (let number = 2; ; number++) {
    const free = `${base} ${number}${ending}`;
    if (!taken.has(free)) return free;
  }
}
