/** A longer front matter is read as text. */
const MAX_FRONT_MATTER_LINES = 1_000;

/**
 * Lines `name: value` between two `---` lines at the start of a document; quotes around values are removed,
 * and the items of a list below a name are joined by semicolons.
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

/** The most groups, and words of each, that a front matter states. */
const MAX_SYNONYMS = 200;
const MAX_TERMS = 20;

/**
 * The words that the front matter of a document declares to mean one thing: `synonyms: parcel, package; RMA,
 * return number`, or a list with a group in each item.
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
