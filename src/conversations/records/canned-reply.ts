import * as z from 'zod/mini';
import { named, text, time, uuid } from '../../lib/fields.ts';
import { MAX_MESSAGE_LENGTH } from '../rules/session-messages.ts';

/** A text that agents use often. */
export const CannedReply = z
  .object({
    id: uuid(),
    title: text(80),
    content: text(MAX_MESSAGE_LENGTH),
    updatedAt: time(),
    /** The name of the agent who wrote it last. */
    updatedBy: z.string(),
    /** Opaque; an edit sends it back, so that conflicts are detected. */
    version: z.string(),
  })
  .register(
    z.globalRegistry,
    named('CannedReply', 'A text that agents use often. An edit names the `version` that it is based on.'),
  );
export type CannedReply = z.output<typeof CannedReply>;
