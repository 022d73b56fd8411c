import * as z from 'zod/mini';
import { MAX_TAG_NAME, TAG_COLORS } from '../rules/tags.ts';
import { hasUnseen } from '../../lib/unseen-characters.ts';
import { named, text, time, uuid } from '../../lib/fields.ts';

/** Without semicolons, which separate tags in CSV files. */
const tagName = () =>
  text(MAX_TAG_NAME).check(
    z.refine((name) => !hasUnseen(name), 'must not contain line breaks or invisible characters'),
    z.refine((name) => !name.includes(';'), 'must not contain a semicolon'),
  );

export const Tag = z
  .object({ id: uuid(), name: tagName(), color: z.enum(TAG_COLORS) })
  .register(z.globalRegistry, named('Tag', 'A label that agents give to conversations.'));
export type Tag = z.output<typeof Tag>;

export const TagEdit = z
  .pick(Tag, { name: true, color: true })
  .register(z.globalRegistry, named('TagEdit', 'The name and the color of a tag; names are unique.'));
export type TagEdit = z.output<typeof TagEdit>;

/** A stored tag; a deleted one keeps its name for reports and exports. */
export const StoredTag = z.extend(Tag, { deletedAt: z.exactOptional(time()) });
export type StoredTag = z.output<typeof StoredTag>;
