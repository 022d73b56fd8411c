import { createHash } from 'node:crypto';

/** The length of a hash that distinguishes texts, in characters of base64: 132 bits. */
const KEY_LENGTH = 22;

/** The text of a section that is embedded: its headings and its content. */
export function textToEmbed(section: { title: string; path: readonly string[]; markdown: string }): string {
  return `${[...section.path, section.title].join(' › ')}\n\n${section.markdown}`;
}

/** The key of a text's vector: a hash of the text and the vector space. */
export function vectorKey(space: string, text: string): string {
  const hash = createHash('sha256').update(`${space}\n${text}`).digest('base64url');
  return hash.slice(0, KEY_LENGTH);
}

/** A hash of the names and texts of documents. */
export function textsKey(documents: readonly { name: string; markdown: string }[]): string {
  return vectorKey('', JSON.stringify(documents.map(({ name, markdown }) => [name, markdown])));
}
