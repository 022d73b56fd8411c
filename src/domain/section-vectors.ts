import { createHash } from 'node:crypto';

/** The length of a hash that distinguishes texts, in characters of base64: 132 bits. */
const KEY_LENGTH = 22;

/** The text that a section's vector is made of: its headings and its content. */
export function embeddedText(section: { title: string; path: readonly string[]; markdown: string }): string {
  return `${[...section.path, section.title].join(' › ')}\n\n${section.markdown}`;
}

/** The name of a text's vector in a space: equal texts share one, a changed text or model needs another. */
export function vectorKey(space: string, text: string): string {
  const hash = createHash('sha256').update(`${space}\n${text}`).digest('base64url');
  return hash.slice(0, KEY_LENGTH);
}

/** Changes with the names and texts of documents. */
export function documentsKey(documents: readonly { name: string; markdown: string }[]): string {
  return vectorKey('', JSON.stringify(documents.map(({ name, markdown }) => [name, markdown])));
}
