import * as z from 'zod/mini';
import { named } from '../../lib/fields.ts';
import { Switches } from '../records/switches.ts';

export const SwitchesRequest = z
  .object(Switches.shape)
  .register(z.globalRegistry, named('SwitchesRequest', 'The switches for all visitors; both are required.'));
export type SwitchesRequest = z.infer<typeof SwitchesRequest>;

/** `etag`: the same as the ETag header, for If-Match. */
export const SwitchesReply = z.object({ ...Switches.shape, etag: z.string() });
export type SwitchesReply = z.infer<typeof SwitchesReply>;
