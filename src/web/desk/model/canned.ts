import type { CannedReply } from '../../../domain/records/canned-reply.ts';

/** The search text after a slash at the start of a draft; undefined where there is none. */
export function searchIn(draft: string): string | undefined {
  return /^\/([^\n]{0,80})$/.exec(draft)?.[1];
}

/** The canned replies with every word, those with all of them in the title first. */
export function matching(replies: readonly CannedReply[], search: string): CannedReply[] {
  const words = fold(search).split(/\s+/).filter(Boolean);
  const holds = (text: string) => words.every((word) => fold(text).includes(word));
  const byTitle = replies.filter(({ title }) => holds(title));
  const byContent = replies.filter(({ title, content }) => !holds(title) && holds(`${title} ${content}`));
  return [...byTitle, ...byContent];
}

/** Removes case and accents. */
function fold(text: string): string {
  return text
    .normalize('NFD')
    .replaceAll(/\p{Mn}/gu, '')
    .toLocaleLowerCase();
}
