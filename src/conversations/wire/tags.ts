import * as z from 'zod/mini';
import { named, uuid } from '../../lib/fields.ts';
import { Tag } from '../records/tag.ts';
import { Session } from '../records/public-session.ts';

export { TagEdit } from '../records/tag.ts';

export const TagParams = z.object({ id: uuid() });

/** A conversation and one of its tags. */
export const SessionTagParams = z.object({ id: uuid(), tagId: uuid() });

export const TagsReply = z
  .object({ tags: z.array(Tag), etag: z.string() })
  .register(z.globalRegistry, named('Tags', 'The tags of the deployment by name; `etag` is their version.'));
export type TagsReply = z.infer<typeof TagsReply>;

export const TagReply = z.object({ tag: Tag, etag: z.string() });
export type TagReply = z.infer<typeof TagReply>;

export const AgentTagsReply = z.object({ tags: z.array(Tag) });
export type AgentTagsReply = z.infer<typeof AgentTagsReply>;

export const SessionTagReply = z.object({ session: Session });
export type SessionTagReply = z.infer<typeof SessionTagReply>;
