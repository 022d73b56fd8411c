/** A person whom a note can mention. */
interface Person {
  oid: string;
  name: string;
}

/** A partly typed name after an `@`, at the cursor. */
const SEARCH = /(?:^|\s)@([^\s@][^@\n]{0,39})?$/u;

/** The partly typed name after the `@`; undefined if the cursor is not in a mention. */
export function mentionSearch(text: string, cursor: number): string | undefined {
  const found = SEARCH.exec(text.slice(0, cursor));
  return found ? (found[1] ?? '') : undefined;
}

/** Completes the partly typed name; the new cursor is after it. */
export function withMention(text: string, cursor: number, name: string): { text: string; cursor: number } {
  const search = mentionSearch(text, cursor) ?? '';
  const before = `${text.slice(0, cursor - search.length)}${name} `;
  return { text: before + text.slice(cursor).replace(/^ /, ''), cursor: before.length };
}

/** A piece of a note; `isMention` for `@` with the name of a mentioned person. */
interface NotePart {
  text: string;
  isMention: boolean;
}

/** Splits a note into text and mentions. If one name is the start of another, the longer one matches. */
export function noteParts(content: string, people: readonly Pick<Person, 'name'>[]): NotePart[] {
  const names = people
    .map(({ name }) => name)
    .filter((name) => name !== '')
    .sort((one, other) => other.length - one.length);
  const parts: NotePart[] = [];
  let from = 0;
  for (let at = content.indexOf('@'); at !== -1; at = content.indexOf('@', at + 1)) {
    const name = names.find((one) => isNamedAt(content, at, one));
    if (name === undefined) continue;
    if (at > from) parts.push({ text: content.slice(from, at), isMention: false });
    from = at + 1 + name.length;
    parts.push({ text: content.slice(at, from), isMention: true });
  }
  if (from < content.length) parts.push({ text: content.slice(from), isMention: false });
  return parts;
}

/** Whether a name follows the `@` at an index as whole words; e-mail addresses are not mentions. */
function isNamedAt(content: string, at: number, name: string): boolean {
  const next = content.charAt(at + 1 + name.length);
  return (
    content.startsWith(name, at + 1) &&
    !/[\p{L}\p{N}]/u.test(next) &&
    !/[\p{L}\p{N}]/u.test(content.charAt(at - 1))
  );
}

/** The people mentioned in a note, including all people with the same name. */
export function mentionedIn<P extends Person>(content: string, people: readonly P[]): P[] {
  const said = new Set(noteParts(content, people).flatMap(({ text, isMention }) => (isMention ? text : [])));
  return people.filter(({ name }) => said.has(`@${name}`));
}
