/** Longer front matter is treated as text. */
const MAX_FRONT_MATTER_LINES = 1_000;

/**
 * Parses front matter: lines `name: value` between two `---` lines at the start. Quotes around values are
 * removed, and list items are joined with semicolons.
 */
export function frontMatter(markdown: string): { fields: ReadonlyMap<string, string>; body: string } {
  const fields = new Map<string, string>();
  const [first, ...lines] = markdown.split('\n');
  const length = lines.slice(0, MAX_FRONT_MATTER_LINES).findIndex((line) => line.trimEnd() === '---');
  if (first?.trimEnd() !== '---' || length < 0) return { fields, body: markdown };
  let items: string[] = [];
  const lists = new Map<string, string[]>();
  for (const line of lines.slice(0, length)) {
    const [, item] = /^\s*- (.*)$/.exec(line) ?? [];
    if (item !== undefined) {
      items.push(item.trim());
      continue;
    }
    const [name = '', ...value] = line.split(':');
    const text = value.join(':').trim();
    const quoted = /^(["'])(.*)\1$/.exec(text);
    items = [];
    if (text === '') lists.set(name.trim(), items);
    else fields.set(name.trim(), quoted?.[2] ?? text);
  }
  for (const [name, listed] of lists) {
    if (name !== '' && listed.length > 0) fields.set(name, listed.join('; '));
  }
  return { fields, body: lines.slice(length + 1).join('\n') };
}

/** The most synonym groups in front matter, and the most words in each. */
const MAX_SYNONYMS = 200;
const MAX_TERMS = 20;

/**
 * The synonym groups in front matter: `synonyms: parcel, package; RMA, return number`, or a list with one
 * group per item.
 */
export function declaredSynonyms(markdown: string): string[][] {
  const { fields } = frontMatter(markdown.replace(/^\uFEFF/, '').replaceAll('\r\n', '\n'));
  const groups = (fields.get('synonyms') ?? '').split(';').map((group) =>
    group
      .replaceAll(/[[\]]/g, '')
      .split(/[,=]/)
      .map((term) => term.trim().replace(/^(["'])(.*)\1$/, '$2'))
      .filter((term) => term !== '')
      .slice(0, MAX_TERMS),
  );
  return groups.filter(({ length }) => length > 1).slice(0, MAX_SYNONYMS);
}
