import * as z from 'zod/mini';
import { normalizeOrigin } from '../domain/origin.ts';
import { text, time, uuid } from './primitives.ts';

const named = (id: string, description: string) => ({ id, description });

/** A data URL of at most 32 KB, in a format that cannot hold a script. */
const logo = () =>
  z
    .string()
    .check(
      z.maxLength(32 * 1024, 'must be at most 32 KB'),
      z.regex(
        /^data:image\/(png|jpeg|webp|gif);base64,[A-Za-z0-9+/]+={0,2}$/,
        'must be a data URL of a PNG, JPEG, WebP or GIF picture',
      ),
    );

const color = () => z.string().check(z.regex(/^#[0-9a-f]{6}$/i, 'must be a colour such as #0f766e'));
const webAddress = () =>
  z.string().check(
    z.maxLength(500),
    z.refine(
      (value) => URL.canParse(value) && /^https?:$/.test(new URL(value).protocol),
      'must be a web address',
    ),
  );

/** An https issuer; plain http for one on this machine only. */
const issuer = () =>
  z.string().check(
    z.maxLength(500),
    z.refine((value) => {
      if (!URL.canParse(value)) return false;
      const { protocol, hostname, search, hash, username } = new URL(value);
      const safe =
        protocol === 'https:' ||
        (protocol === 'http:' && /^(localhost|127\.0\.0\.1|\[::1\])$/.test(hostname));
      return safe && !search && !hash && !username;
    }, 'must be an https:// address without a query'),
  );

const domain = () =>
  z
    .string()
    .check(
      z.trim(),
      z.toLowerCase(),
      z.maxLength(253),
      z.regex(
        /^(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?\.)*[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?(:\d{1,5})?$/u,
        'must be a domain such as shop.example.com, without https:// and without a path',
      ),
    );

const origin = () =>
  z.string().check(
    z.maxLength(300),
    z.overwrite((value) => normalizeOrigin(value) ?? value),
    z.refine(
      (value) => normalizeOrigin(value) !== undefined,
      'must be an origin such as https://shop.example.com, without a path or a slash at the end',
    ),
  );

export const Branding = z.object({
  title: z.optional(text(60)),
  greeting: z.optional(text(300)),
  color: z.optional(color()),
  theme: z.optional(z.enum(['light', 'dark', 'auto'])),
  corner: z.optional(z.enum(['left', 'right'])),
  logo: z.optional(logo()),
  privacyUrl: z.optional(webAddress()),
  suggestions: z.optional(z.readonly(z.array(text(100)).check(z.maxLength(3)))),
  strings: z.optional(z.readonly(z.record(z.string().check(z.maxLength(100)), text(300)))),
});

export const VisitorDirectory = z.object({
  issuer: issuer(),
  clientId: z.string().check(z.regex(/^[\x21-\x7e]{1,200}$/, 'must be the id of an application')),
  required: z._default(z.boolean(), false),
});

/** The fields of a widget that admins edit. */
export const WidgetEdit = z
  .object({
    name: text(80),
    primaryDomain: domain(),
    allowedOrigins: z.readonly(
      z.array(origin()).check(z.minLength(1, 'must name at least one origin'), z.maxLength(100)),
    ),
    assistantId: z.optional(z.string().check(z.minLength(1), z.maxLength(100))),
    signIn: z.optional(VisitorDirectory),
    branding: z.optional(Branding),
  })
  .register(z.globalRegistry, named('WidgetEdit', 'What a registered widget binds.'));
export type WidgetEdit = z.output<typeof WidgetEdit>;

export const Widget = z
  .object({
    id: uuid(),
    name: z.string(),
    primaryDomain: z.string(),
    allowedOrigins: z.readonly(z.array(z.string())),
    assistantId: z.optional(z.string()),
    signIn: z.optional(z.object({ issuer: z.string(), clientId: z.string(), required: z.boolean() })),
    branding: z.optional(Branding),
    enabled: z.boolean(),
    createdAt: time(),
    updatedAt: time(),
    /** Also in the header; the version that an edit is based on. */
    etag: z.string(),
  })
  .register(z.globalRegistry, named('Widget', 'A registered widget.'));
export type Widget = z.infer<typeof Widget>;

/** A hint for admins, no error (Specification, Widget registry, rule 4). */
export const WidgetWarning = z.object({
  code: z.literal('shared-primary-domain'),
  message: z.string(),
  widgets: z.array(z.object({ id: uuid(), name: z.string() })),
});

export const WidgetParams = z.object({ id: uuid() });
export const WidgetReply = z.object({ widget: Widget, warnings: z.array(WidgetWarning) });
export type WidgetReply = z.infer<typeof WidgetReply>;
export const WidgetsReply = z.object({ widgets: z.array(Widget) });
export type WidgetsReply = z.infer<typeof WidgetsReply>;
