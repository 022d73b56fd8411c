import type { Outcome } from '../../core/session-state-machine.ts';
import type { ErrorCode } from '../../core/errors.ts';
import { fold } from '../../lib/folding.ts';
import type { StoredTag, Tag } from '../records/tag.ts';
import type { SessionRecord } from '../records/session.ts';

/** The colors of tags; pages have a light and a dark shade of each. */
export const TAG_COLORS = ['gray', 'red', 'orange', 'yellow', 'green', 'teal', 'blue', 'purple'] as const;

/** The maximum length of a tag's name, in code points. */
export const MAX_TAG_NAME = 30;

/** The maximum number of tags of a deployment, and of a conversation. */
export const MAX_TAGS = 50;
export const MAX_TAGS_OF_CONVERSATION = 5;

/** All tags of a deployment, including deleted ones. */
export type TagCatalog = readonly StoredTag[];

/** How many deleted tags are kept for their names; the oldest ones are removed. */
const MAX_DELETED = 500;

type Refusal = Extract<ErrorCode, 'tag-not-found' | 'tag-name-taken' | 'too-many-tags'>;

/** The catalog after a change, or why it is refused. */
export type CatalogOutcome = { ok: true; catalog: TagCatalog } | { ok: false; refusal: Refusal };

const isLive = ({ deletedAt }: StoredTag): boolean => deletedAt === undefined;

/** The tags that are not deleted, sorted by name. */
export function liveTags(catalog: TagCatalog): Tag[] {
  return catalog
    .filter(isLive)
    .map(({ id, name, color }) => ({ id, name, color }))
    .toSorted((one, other) => one.name.localeCompare(other.name));
}

/** Whether another tag has the name; case and accents are ignored. */
function isTaken(catalog: TagCatalog, { id, name }: Tag): boolean {
  return catalog.some((tag) => isLive(tag) && tag.id !== id && fold(tag.name) === fold(name));
}

export function addTag(catalog: TagCatalog, tag: Tag): CatalogOutcome {
  if (catalog.filter(isLive).length >= MAX_TAGS) return { ok: false, refusal: 'too-many-tags' };
  if (isTaken(catalog, tag)) return { ok: false, refusal: 'tag-name-taken' };
  return { ok: true, catalog: [...catalog, tag] };
}

/** Renames or recolors a tag; conversations refer to it by id. */
export function changeTag(catalog: TagCatalog, tag: Tag): CatalogOutcome {
  const known = catalog.some((one) => one.id === tag.id && isLive(one));
  if (!known) return { ok: false, refusal: 'tag-not-found' };
  if (isTaken(catalog, tag)) return { ok: false, refusal: 'tag-name-taken' };
  return { ok: true, catalog: catalog.map((one) => (one.id === tag.id ? tag : one)) };
}

/** Deletes a tag at a time (RFC 3339, UTC). Its name is kept for reports on earlier conversations. */
export function deleteTag(catalog: TagCatalog, id: string, now: string): CatalogOutcome {
  const tag = catalog.find((one) => one.id === id && isLive(one));
  if (!tag) return { ok: false, refusal: 'tag-not-found' };
  const others = catalog.filter((one) => one.id !== id);
  const deleted = [...others.filter((one) => !isLive(one)), { ...tag, deletedAt: now }].slice(-MAX_DELETED);
  return { ok: true, catalog: [...others.filter(isLive), ...deleted] };
}

/** The names of a session's tags, including deleted ones, in the order of adding. */
export function tagNames(
  { tagIds = [] }: Pick<SessionRecord, 'tagIds'>,
  names: ReadonlyMap<string, string>,
): string[] {
  return tagIds.flatMap((id) => names.get(id) ?? []);
}

/**
 * Adds a tag to a session in any state. Deleted tags are kept in the session for reports, and do not count
 * towards the limit.
 */
export function tagSession(session: SessionRecord, tagId: string, catalog: TagCatalog, now: string): Outcome {
  const live = new Set(catalog.filter(isLive).map(({ id }) => id));
  const { tagIds = [] } = session;
  if (!live.has(tagId)) return { ok: false, refusal: 'tag-not-found' };
  if (tagIds.includes(tagId)) return { ok: true, session, changed: false };
  if (tagIds.filter((id) => live.has(id)).length >= MAX_TAGS_OF_CONVERSATION) {
    return { ok: false, refusal: 'tag-limit' };
  }
  return { ok: true, session: { ...session, tagIds: [...tagIds, tagId], updatedAt: now }, changed: true };
}

/** Removes a tag from a session; a missing tag changes nothing. */
export function untagSession(session: SessionRecord, tagId: string, now: string): Outcome {
  const { tagIds = [], ...rest } = session;
  if (!tagIds.includes(tagId)) return { ok: true, session, changed: false };
  const left = tagIds.filter((id) => id !== tagId);
  const after = { ...rest, ...(left.length > 0 && { tagIds: left }), updatedAt: now };
  return { ok: true, session: after, changed: true };
}
