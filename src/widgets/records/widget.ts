import * as z from 'zod/mini';
import { isDomainHost, isUsualLoopbackHost } from '../../lib/hosts.ts';
import { domainIn, normalizeOrigin } from '../../conversations/rules/origin.ts';
import { isKeySetAddress, isSiteClaim, MAX_SITE_CLAIMS } from '../rules/visitor-identity.ts';
import { BusinessHours } from '../../availability/records/business-hours.ts';
import { fieldsOf, named, text, time, trusted, uuid } from '../../lib/fields.ts';
import { ProactiveMessages } from './proactive-message.ts';
import { themeLook, type ThemeLook } from '../rules/theme.ts';
import { ThemeName, ThemeTokens } from './theme.ts';

/** A data URL of at most 32 KB, in a format without scripts. */
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

const webAddress = () =>
  z.string().check(
    z.maxLength(500),
    z.refine(
      (value) => URL.canParse(value) && /^https?:$/.test(new URL(value).protocol),
      'must be a web address',
    ),
  );

/**
 * An https URL with a domain name; plain http only for this machine. The connection checks the IP addresses
 * of the name (server-side request forgery).
 */
const issuer = () =>
  z.string().check(
    z.maxLength(500),
    z.refine((value) => {
      if (!URL.canParse(value)) return false;
      const { protocol, hostname, search, hash, username } = new URL(value);
      const isOwn = isUsualLoopbackHost(hostname);
      const safe = protocol === 'https:' ? isOwn || isDomainHost(hostname) : protocol === 'http:' && isOwn;
      return safe && !search && !hash && !username;
    }, 'must be an https:// address of a host name, without a query'),
  );

const domain = () =>
  z
    .string()
    .check(
      z.trim(),
      z.toLowerCase(),
      z.overwrite(domainIn),
      z.maxLength(253),
      z.regex(
        /^(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?\.)*[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?(:\d{1,5})?$/u,
        'must be a domain such as shop.example.com',
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

/** The theme and the texts of a widget; absent fields have defaults. */
export const Branding = z.object({
  title: z.optional(text(60)),
  greeting: z.optional(text(300)),
  ...ThemeTokens.shape,
  theme: z.optional(ThemeName),
  corner: z.optional(z.enum(['left', 'right'])),
  logo: z.optional(logo()),
  privacyUrl: z.optional(webAddress()),
  /** Suggested first questions. */
  suggestions: z.optional(z.readonly(z.array(text(100)).check(z.maxLength(3)))),
  /** Replaced texts of the chat, by the English original. */
  strings: z.optional(z.readonly(z.record(z.string().check(z.maxLength(100)), text(300)))),
});
export type Branding = z.output<typeof Branding>;

/** The OpenID Connect provider in which the visitors of a widget sign in. */
export const VisitorDirectory = z.object({
  /** The issuer URL; its metadata is at `/.well-known/openid-configuration` below it. */
  issuer: issuer(),
  clientId: z.string().check(z.regex(/^[\x21-\x7e]{1,200}$/, 'must be the id of an application')),
  /** Visitors must sign in before they chat. */
  required: z._default(z.boolean(), false),
});
export type VisitorDirectory = z.output<typeof VisitorDirectory>;

/** The login of a site, which signs identity tokens for its visitors (ADR 24). */
export const SiteLogin = z.object({
  /** The `iss` claim of its tokens. */
  issuer: text(200),
  /** The URL of its JSON Web Key Set; absent: tokens must be signed with a secret. */
  keySetUrl: z.optional(
    z
      .string()
      .check(
        z.maxLength(500),
        z.refine(isKeySetAddress, 'must be an https:// address of a host name, on the standard port'),
      ),
  ),
  /** The names of the claims that are stored with the visitor, for actions. */
  claims: z.optional(
    z.readonly(
      z.array(z.string().check(z.refine(isSiteClaim, 'must be a claim such as customer_number'))).check(
        z.maxLength(MAX_SITE_CLAIMS, `must name at most ${MAX_SITE_CLAIMS} claims`),
        z.refine((names) => new Set(names).size === names.length, 'must name each claim once'),
      ),
    ),
  ),
});
export type SiteLogin = z.output<typeof SiteLogin>;

/** A signing secret of a widget; its value is in the vault under the id. */
export const IdentitySecret = z.object({ id: uuid(), createdAt: time() });
export type IdentitySecret = z.output<typeof IdentitySecret>;

/** A registered widget (docs/rules.md, Widget registry). */
export const Widget = z.object({
  id: uuid(),
  name: text(80),
  /** The source domain of the widget's conversations. */
  primaryDomain: domain(),
  /** The origins that may embed it (`frame-ancestors`). */
  allowedOrigins: z.readonly(
    z.array(origin()).check(z.minLength(1, 'must name at least one origin'), z.maxLength(100)),
  ),
  /** The assistant of its conversations; absent: the global default. */
  assistantId: z.optional(z.string().check(z.minLength(1), z.maxLength(100))),
  signIn: z.optional(VisitorDirectory),
  siteLogin: z.optional(SiteLogin),
  /** The secrets accepted for the site's login: the current one, and the one before it. */
  identitySecrets: z.optional(z.readonly(z.array(IdentitySecret))),
  branding: z.optional(Branding),
  /** Absent: the business hours of the deployment. */
  hours: z.optional(BusinessHours),
  /** The groups or app roles whose agents see its waiting conversations first. */
  agentGroups: z.optional(
    z.readonly(z.array(text(200)).check(z.maxLength(50, 'must name at most 50 groups'))),
  ),
  /** Whether its visitors, and agents in their conversations, may send files. */
  attachments: z.optional(z.boolean()),
  /** Proactive messages next to its launcher; the first matching one is shown. */
  proactive: z.optional(z.readonly(ProactiveMessages)),
  enabled: z.boolean(),
  createdAt: time(),
  updatedAt: time(),
});
export type Widget = z.output<typeof Widget>;

/** The editable fields of a widget; the service sets the others. */
export const WidgetEdit = z
  .pick(Widget, {
    name: true,
    primaryDomain: true,
    allowedOrigins: true,
    assistantId: true,
    signIn: true,
    siteLogin: true,
    branding: true,
    hours: true,
    agentGroups: true,
    attachments: true,
    proactive: true,
  })
  .check(
    z.refine(({ signIn, siteLogin }) => !siteLogin || siteLogin.issuer !== signIn?.issuer, {
      path: ['siteLogin', 'issuer'],
      error: 'must differ from the issuer of the sign-in',
    }),
  )
  .register(
    z.globalRegistry,
    named('WidgetEdit', 'A registered widget: its origins, assistant, sign-in and look.'),
  );
export type WidgetEdit = z.output<typeof WidgetEdit>;

/** A widget in the ledger, stored under its id. */
export const StoredWidget = trusted(z.omit(Widget, { id: true }));
export type StoredWidget = z.output<typeof StoredWidget>;

/**
 * The public part of a registered widget; its script and its frame page contain it.
 */
export interface PublicConfig {
  id: string;
  branding: Branding & ThemeLook;
  /** How visitors sign in, if they can. */
  signIn?: { required: boolean };
  /** Visitors may send files. */
  attachments?: true;
  /** The page may identify its visitor with a token. */
  siteLogin?: boolean;
}

/** The part of the branding that the launcher uses on embedding pages. */
const launcherFields = fieldsOf(z.pick(Branding, { title: true, corner: true, logo: true, strings: true }));
type LauncherConfig = ReturnType<typeof launcherFields> & ThemeLook;

export function launcherConfig({ branding = {} }: Pick<Widget, 'branding'>): LauncherConfig {
  return { ...launcherFields(branding), ...themeLook(branding) };
}
