import * as z from 'zod/mini';
import { named, uuid } from '../../lib/fields.ts';
import { Widget as WidgetRecord } from '../records/widget.ts';

export type { ProactiveMessage, ScriptMessage } from '../records/proactive-message.ts';

/** `etag`: the same as the ETag header, for If-Match. */
export const Widget = z
  .extend(WidgetRecord, { etag: z.string() })
  .register(z.globalRegistry, named('Widget', 'A registered widget.'));
export type Widget = z.infer<typeof Widget>;

/** A warning for admins; not an error (docs/rules.md, Widget registry, rule 4). */
const WidgetWarning = z.object({
  code: z.literal('shared-primary-domain'),
  message: z.string(),
  widgets: z.array(z.object({ id: uuid(), name: z.string() })),
});

export const WidgetParams = z.object({ id: uuid() });
export const WidgetSwitch = z.object({ enabled: z.boolean() });
export const WidgetReply = z.object({ widget: Widget, warnings: z.array(WidgetWarning) });
export type WidgetReply = z.infer<typeof WidgetReply>;
/** `secret`: the value of the new secret, which is returned only here. */
export const IdentitySecretReply = z.extend(WidgetReply, { secret: z.string() });
export type IdentitySecretReply = z.infer<typeof IdentitySecretReply>;
export const IdentitySecretParams = z.object({ id: uuid(), secretId: uuid() });
export const WidgetsReply = z.object({ widgets: z.array(Widget) });
export type WidgetsReply = z.infer<typeof WidgetsReply>;
