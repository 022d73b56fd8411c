import * as z from 'zod/mini';
import { MAX_DOCUMENT_CHARACTERS, MAX_DOCUMENTS } from '../../knowledge/rules/documents.ts';
import { DOCUMENT_NAME } from '../../platform/rules/document-names.ts';
import { ActionEdit } from '../../actions/records/action.ts';
import { AssistantChange } from '../../assistants/records/assistant.ts';
import { BusinessHours } from '../../availability/records/business-hours.ts';
import { CannedReply } from '../../conversations/records/canned-reply.ts';
import { DefaultWidget } from '../../widgets/records/default-widget.ts';
import { named, text, time } from '../../lib/fields.ts';
import { ServiceSettings } from '../../email/records/service-settings.ts';
import { TagEdit } from '../../conversations/records/tag.ts';
import { teamsChannelFields } from '../../notifications/records/teams-channel.ts';
import { WebsiteSourceEdit } from '../../websites/records/website-source.ts';
import { WidgetEdit } from '../../widgets/records/widget.ts';

/** The kinds of settings in a file, in the order in which they are imported. */
export const SETTING_KINDS = [
  'assistant',
  'document',
  'website',
  'widget',
  'action',
  'tag',
  'canned-reply',
  'hours',
  'notifications',
  'default-widget',
  'service',
] as const;

const list = <T extends z.ZodMiniType>(item: T, limit: number) =>
  z._default(z.array(item).check(z.maxLength(limit)), []);

/** The name of an assistant of the file or of the deployment; the service compares it exactly. */
const assistant = () => text(60);

/**
 * The settings of a deployment without conversations and secrets. Parts can be absent: an import leaves what
 * a file does not name as it is.
 */
export const SettingsFile = z
  .object({
    format: z.literal('chat-settings-1'),
    exportedAt: z.exactOptional(time()),
    /** Secrets that are left out, as texts for the reader. */
    secrets: list(z.string().check(z.maxLength(500)), 10_000),
    /** `isFirst`: the assistant that every deployment has. */
    assistants: list(z.object({ isFirst: z._default(z.boolean(), false), profile: AssistantChange }), 1_000),
    /** Uploaded documents, and those with added answers. */
    documents: list(
      z.object({
        assistant: assistant(),
        name: z.string().check(z.regex(DOCUMENT_NAME, 'must be the name of a Markdown file')),
        markdown: z.string().check(z.minLength(1), z.maxLength(MAX_DOCUMENT_CHARACTERS)),
      }),
      100 * MAX_DOCUMENTS,
    ),
    websites: list(
      z.object({
        assistant: assistant(),
        address: z.string().check(z.maxLength(2_000)),
        choices: WebsiteSourceEdit,
        /** False: an admin first chooses among the found pages. */
        start: z._default(z.boolean(), true),
      }),
      10_000,
    ),
    actions: list(
      z.object({
        assistant: assistant(),
        /** Without `widgets`, whose ids differ between deployments. */
        action: ActionEdit,
        /** The names of the widgets whose visitors may use it; absent: all. */
        widgets: z.exactOptional(z.array(text(80))),
        /** The names of headers with secrets. */
        secretHeaders: list(z.string().check(z.maxLength(200)), 100),
      }),
      10_000,
    ),
    /** `assistant` replaces the widget's `assistantId`; absent: the default. */
    widgets: list(
      z.object({ assistant: z.exactOptional(assistant()), enabled: z.boolean(), widget: WidgetEdit }),
      10_000,
    ),
    tags: list(TagEdit, 1_000),
    cannedReplies: list(z.pick(CannedReply, { title: true, content: true }), 10_000),
    hours: z.exactOptional(BusinessHours),
    /** Without the addresses of workflows, which are secrets. */
    notifications: z.exactOptional(z.object(teamsChannelFields)),
    defaultWidget: z.exactOptional(DefaultWidget),
    /** Retention and e-mail sender. */
    service: z.exactOptional(ServiceSettings),
  })
  .register(
    z.globalRegistry,
    named('SettingsFile', 'The settings of a deployment, without conversations and secrets.'),
  );
export type SettingsFile = z.output<typeof SettingsFile>;

/** A setting of a file, with the effect of its import. */
export const SettingsChange = z.object({
  kind: z.enum(SETTING_KINDS),
  name: z.string(),
  /** Of documents, websites and actions. */
  assistant: z.exactOptional(z.string()),
  effect: z.enum(['added', 'replaced']),
  /** Of a shorter retention: conversations older than so many days will be deleted. */
  deletesAfterDays: z.exactOptional(z.int()),
});
export type SettingsChange = z.output<typeof SettingsChange>;
