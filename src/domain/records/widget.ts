import * as z from 'zod/mini';
import { isDomainHost, isLoopbackHost } from '../hosts.ts';
import { normalizeOrigin } from '../origin.ts';
import { isKeySetAddress, isSiteClaim, MAX_SITE_CLAIMS } from '../visitor-identity.ts';
import { BusinessHours } from './business-hours.ts';
import { fieldsOf, named, text, time, trusted, uuid } from './fields.ts';
import { ProactiveMessages } from './proactive-message.ts';
import { themeLook, type ThemeLook } from '../theme.ts';
import { ThemeName, ThemeTokens } from './theme.ts';

/** A data URL of 32 KB at most, in a format that cannot hold a script. */
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
 * An https issuer of a domain name; on this machine also plain http. The connection checks the addresses of
 * the name (server-side request forgery).
 */
const issuer = () =>
  z.string().check(
    z.maxLength(500),
    z.refine((value) => {
      if (!URL.canParse(value)) return false;
      const { protocol, hostname, search, hash, username } = new URL(value);
      const isOwn = isLoopbackHost(hostname);
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

/** The look and the words of a widget, as far as they differ from the defaults. */
export const Branding = z.object({
  title: z.optional(text(60)),
  greeting: z.optional(text(300)),
  ...ThemeTokens.shape,
  theme: z.optional(ThemeName),
  corner: z.optional(z.enum(['left', 'right'])),
  logo: z.optional(logo()),
  privacyUrl: z.optional(webAddress()),
  /** Questions to begin with. */
  suggestions: z.optional(z.readonly(z.array(text(100)).check(z.maxLength(3)))),
  /** Words of the chat by their English originals. */
  strings: z.optional(z.readonly(z.record(z.string().check(z.maxLength(100)), text(300)))),
});
export type Branding = z.output<typeof Branding>;

/** The OpenID directory in which the visitors of one widget sign in. */
export const VisitorDirectory = z.object({
  /** Its metadata is at `/.well-known/openid-configuration` below it. */
  issuer: issuer(),
  clientId: z.string().check(z.regex(/^[\x21-\x7e]{1,200}$/, 'must be the id of an application')),
  /** Visitors must sign in before they chat. */
  required: z._default(z.boolean(), false),
});
export type VisitorDirectory = z.output<typeof VisitorDirectory>;

/** The login of a site, which signs tokens for its visitors (docs/adr/0024). */
export const SiteLogin = z.object({
  /** The `iss` of its tokens. */
  issuer: text(200),
  /** The address of its public keys; if absent, tokens are signed only with a secret. */
  keySetUrl: z.optional(
    z
      .string()
      .check(
        z.maxLength(500),
        z.refine(isKeySetAddress, 'must be an https:// address of a host name, on the standard port'),
      ),
  ),
  /** The claims of its tokens that are kept of a visitor, for actions. */
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

/** A secret of a widget, which is in the vault under its id. */
export const IdentitySecret = z.object({ id: uuid(), createdAt: time() });
export type IdentitySecret = z.output<typeof IdentitySecret>;

/** A registered widget (docs/rules.md, Widget registry). */
export const Widget = z.object({
  id: uuid(),
  name: text(80),
  /** Shown as the source of the widget's conversations. */
  primaryDomain: domain(),
  /** The origins whose pages may frame it. */
  allowedOrigins: z.readonly(
    z.array(origin()).check(z.minLength(1, 'must name at least one origin'), z.maxLength(100)),
  ),
  /** The assistant of its conversations; without one, the global default. */
  assistantId: z.optional(z.string().check(z.minLength(1), z.maxLength(100))),
  signIn: z.optional(VisitorDirectory),
  siteLogin: z.optional(SiteLogin),
  /** The secrets that sign for the site's login: the current one, and the one before it. */
  identitySecrets: z.optional(z.readonly(z.array(IdentitySecret))),
  branding: z.optional(Branding),
  /** In place of the deployment's. */
  hours: z.optional(BusinessHours),
  /** The groups or app roles of the agents who see its waiting conversations first. */
  agentGroups: z.optional(
    z.readonly(z.array(text(200)).check(z.maxLength(50, 'must name at most 50 groups'))),
  ),
  /** Whether its visitors, and agents in their conversations, may send files. */
  attachments: z.optional(z.boolean()),
  /** Messages that are shown unasked next to its launcher; the first one that fits is shown. */
  proactive: z.optional(z.readonly(ProactiveMessages)),
  enabled: z.boolean(),
  createdAt: time(),
  updatedAt: time(),
});
export type Widget = z.output<typeof Widget>;

/** The fields that an admin chooses; the service sets the rest of a widget. */
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

/** A widget as the ledger keeps it, under its id. */
export const StoredWidget: z.ZodMiniType<StoredWidget> = z.extend(trusted(z.omit(Widget, { id: true })), {
  /**
   * A value that an older release accepted and that is not an origin reads as absent, because it could have
   * put words into a header.
   */
  allowedOrigins: z.pipe(
    z.array(z.string()),
    z.transform((origins) => origins.map(normalizeOrigin).filter((it) => it !== undefined)),
  ),
});
export type StoredWidget = Omit<Widget, 'id'>;

/**
 * The part of a registered widget that is public on the sites that embed it; its script and its frame page
 * carry it.
 */
export interface PublicConfig {
  id: string;
  branding: Branding & ThemeLook;
  /** How visitors sign in, if they can. */
  signIn?: { required: boolean };
  /** Visitors may send files. */
  attachments?: true;
  /** The page may say who its visitor is. */
  siteLogin?: boolean;
}

/** The part of the branding that a widget's launcher shows on each page that embeds it. */
const launcherFields = fieldsOf(z.pick(Branding, { title: true, corner: true, logo: true, strings: true }));
export type LauncherConfig = ReturnType<typeof launcherFields> & ThemeLook;

export function launcherConfig({ branding = {} }: Pick<Widget, 'branding'>): LauncherConfig {
  return { ...launcherFields(branding), ...themeLook(branding) };
}
