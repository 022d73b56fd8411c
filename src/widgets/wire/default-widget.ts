import * as z from 'zod/mini';
import { DefaultWidget, TagSighting } from '../records/default-widget.ts';

export { DefaultWidget } from '../records/default-widget.ts';

export const DefaultWidgetReply = z.object({
  widget: DefaultWidget,
  /** The same as the ETag header, for If-Match. */
  etag: z.string(),
  /** The sites that have loaded the plain tag, the latest first; within an hour of their first load. */
  seen: z.array(TagSighting),
});
export type DefaultWidgetReply = z.infer<typeof DefaultWidgetReply>;
