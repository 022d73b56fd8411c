import * as z from 'zod/mini';
import { emailAddress, plainName } from '../../conversations/rules/contact.ts';
import { isHost, parseHosts } from '../../lib/hosts.ts';
import { isLoopbackHost } from '../../lib/ip-address.ts';
import { EFFORTS, MODEL_APIS } from '../../spending/rules/models.ts';
import { inPunycode, parseAllowlist, type Allowlist } from '../../conversations/rules/origin.ts';

/** Plain http is valid only for servers on this machine, such as emulators and local models. */
const urlOrLoopback = z.string().check(
  z.refine((value) => {
    if (!URL.canParse(value)) return false;
    const { protocol, hostname } = new URL(value);
    return isHost(hostname) && (protocol === 'https:' || (protocol === 'http:' && isLoopbackHost(hostname)));
  }, 'an https:// address, or http:// on this machine'),
);
const httpsUrl = z
  .string()
  .check(z.refine((value) => /^https:/i.test(value) && URL.canParse(value), 'an https:// address'));
const modelUrl = z
  .string()
  .check(
    z.refine((value) => /^https?:/.test(value) && URL.canParse(value), 'an http:// or https:// address'),
  );
const guid = z.guid('a UUID');
const word = z.string().check(z.regex(/^[\w.-]{1,100}$/, 'letters, digits, dots, dashes and underscores'));

/** The audience of the managed identity's token, for example `api://reports.example.com`. */
const resource = z
  .string()
  .check(z.regex(/^[\w.:/-]{1,200}$/, 'the identifier of an application, such as api://reports.example.com'));

const number = (minimum: number, maximum: number, expected: string) =>
  z.pipe(
    z.string().check(z.regex(/^\d{1,12}(\.\d{1,12})?$/, expected)),
    z.pipe(z.transform(Number), z.number().check(z.minimum(minimum, expected), z.maximum(maximum, expected))),
  );
const integer = (minimum: number, maximum: number) => {
  const expected = `a whole number from ${minimum} to ${maximum}`;
  return z.pipe(
    z.string().check(z.regex(/^\d{1,12}$/, expected)),
    z.pipe(
      z.transform(Number),
      z.int(expected).check(z.minimum(minimum, expected), z.maximum(maximum, expected)),
    ),
  );
};
const flag = z.pipe(
  z.enum(['true', 'false'], '`true` or `false`'),
  z.transform((value) => value === 'true'),
);
/** Comma-separated identities for subscriptions: `sub-1=<tenant id>.<object id>`. */
const rebindings = z.pipe(
  z
    .string()
    .check(
      z.regex(
        /^([\w.-]{1,100}=[\da-fA-F-]{36}\.[\da-fA-F-]{36}(, *|$))*$/,
        'subscription=tenant.identity, comma-separated',
      ),
    ),
  z.transform((value) =>
    value.split(/, */).flatMap((one) => {
      const [, subscriptionId = '', tenantId = '', oid = ''] = /^([^=]+)=([^.]+)\.(.+)$/.exec(one) ?? [];
      return one === '' ? [] : [{ subscriptionId, tenantId, oid }];
    }),
  ),
);
const allowlist = z.pipe(
  z.string(),
  z.transform((value, context): Allowlist => {
    const parsed = parseAllowlist(value);
    if (!('invalid' in parsed)) return parsed;
    const punycode = inPunycode(parsed.invalid);
    const instead = punycode === undefined ? '' : `: write ${punycode}`;
    const message = `origins such as https://www.example.com, without a path or a slash at the end, or *; “${parsed.invalid}” is invalid${instead}`;
    context.issues.push({ code: 'custom', input: value, message });
    return z.NEVER;
  }),
);

const hostNames = z.pipe(
  z.string(),
  z.transform((value, context): readonly string[] => {
    const parsed = parseHosts(value);
    if ('hosts' in parsed) return parsed.hosts;
    const message = `host names such as chat.example.com, with a port if it is not the default; “${parsed.invalid}” is invalid`;
    context.issues.push({ code: 'custom', input: value, message });
    return z.NEVER;
  }),
);
const listenAddress = z
  .string()
  .check(
    z.refine(
      (value) => isHost(`[${value}]`) || (isHost(value) && !/[:[]/.test(value)),
      'an address of this machine, such as 127.0.0.1 or 0.0.0.0',
    ),
  );

const DEFAULT_INSTRUCTIONS =
  'You are the assistant of this website. Answer briefly and kindly, in the language of the visitor, and only from what you were given. ' +
  'Where you do not know, say so and offer a person.';

const mailAddress = z
  .string()
  .check(z.refine((value) => emailAddress(value) !== undefined, 'an e-mail address'));
const smtpUrl = z
  .string()
  .check(
    z.refine(
      (value) => /^smtps?:\/\/[^/]/i.test(value) && URL.canParse(value),
      'an smtp:// or smtps:// address with user and password',
    ),
  );

const price = number(0, 100_000, 'US dollars per million tokens, for example 0.25');

/** Every setting by name, with its default (docs/configuration.md). */
export const Settings = z.object({
  AZURE_ENVIRONMENT: z.optional(word),
  COSMOS_ENDPOINT: z.optional(urlOrLoopback),
  COSMOS_DATABASE: z._default(word, 'chat'),
  COSMOS_KEY: z.optional(z.string()),
  KEY_VAULT_URL: z.optional(httpsUrl),
  UPLOADS_URL: z.optional(httpsUrl),
  ATTACHMENTS: z._default(flag, false),
  ATTACHMENTS_REQUIRE_SCAN: z._default(flag, false),
  ATTACHMENTS_PER_DAY: z._default(integer(1, 1_000_000), 10_000),
  AZURE_OPENAI_ENDPOINT: z.optional(urlOrLoopback),
  AZURE_OPENAI_DEPLOYMENT: z.optional(word),
  OPENAI_BASE_URL: z.optional(modelUrl),
  OPENAI_API_KEY: z.optional(z.string()),
  OPENAI_MODEL: z.optional(z.string().check(z.maxLength(200))),
  EMBEDDING_DEPLOYMENT: z.optional(word),
  EMBEDDING_MODEL: z.optional(z.string().check(z.maxLength(200))),
  MODEL_API: z.optional(z.enum(MODEL_APIS, `one of ${MODEL_APIS.join(', ')}`)),
  MODEL_REASONING_EFFORT: z.optional(z.enum(EFFORTS, `one of ${EFFORTS.join(', ')}`)),
  MODEL_MAX_OUTPUT_TOKENS: z._default(integer(16, 100_000), 1200),
  WEB_PUBSUB_ENDPOINT: z.optional(urlOrLoopback),
  WEB_PUBSUB_HUB: z._default(word, 'chat'),
  WEB_PUBSUB_CONNECTION_STRING: z.optional(z.string()),
  AZURE_CLIENT_ID: z.optional(guid),
  IDP_APP_CLIENT_ID: z.optional(guid),
  IDP_APP_TENANT_ID: z.optional(guid),
  IDP_AUTHORITY: z._default(urlOrLoopback, 'https://login.microsoftonline.com'),
  MICROSOFT_GRAPH_ENDPOINT: z.optional(urlOrLoopback),
  APPLICATIONINSIGHTS_CONNECTION_STRING: z.optional(
    z.string().check(z.regex(/InstrumentationKey=/i, 'a connection string')),
  ),
  CONTROL_PLANE_URL: z.optional(urlOrLoopback),
  CONTROL_PLANE_AUDIENCE: z.optional(resource),
  EVENT_GRID_TOPIC_ENDPOINT: z.optional(urlOrLoopback),
  EMAIL_ENDPOINT: z.optional(httpsUrl),
  SMTP_URL: z.optional(smtpUrl),
  EMAIL_FROM: z.optional(mailAddress),
  EMAIL_REPLY_TO: z.optional(mailAddress),
  EMAIL_BUSINESS_NAME: z.optional(
    z.string().check(z.maxLength(60, 'at most 60 characters'), z.refine(plainName, 'one line of text')),
  ),
  EMAILS_PER_HOUR: z._default(integer(1, 1_000_000), 100),
  ALLOWED_ORIGINS: z._default(allowlist, { any: true, origins: new Set<string>() }),
  PUBLIC_HOSTS: z._default(hostNames, []),
  ADMIN_KEY: z.optional(z.string().check(z.minLength(16, 'at least 16 characters'))),
  ADMIN_START_GATED: z._default(flag, false),
  RATE_LIMIT_SESSION_PER_MINUTE: z._default(integer(1, 1_000_000), 20),
  RATE_LIMIT_IP_PER_MINUTE: z._default(integer(1, 1_000_000), 60),
  RATE_LIMIT_IP_READS_PER_MINUTE: z._default(integer(1, 1_000_000), 300),
  PLAN_ID: z._default(word, 'start'),
  SEAT_WINDOW_DAYS: z._default(integer(1, 366), 30),
  AGENT_CONVERSATION_LIMIT: z._default(integer(0, 1_000), 10),
  ACTION_PRIVATE_HOSTS: z._default(hostNames, []),
  DEPLOYMENT_ID: z.optional(word),
  MARKETPLACE_SUBSCRIPTION_ID: z._default(z.string(), ''),
  MODEL_INPUT_PRICE: z.optional(price),
  MODEL_CACHED_INPUT_PRICE: z.optional(price),
  MODEL_OUTPUT_PRICE: z.optional(price),
  ASSISTANT_NAME: z._default(z.string().check(z.maxLength(60, 'at most 60 characters')), 'Assistant'),
  ASSISTANT_INSTRUCTIONS: z._default(z.string().check(z.maxLength(20_000)), DEFAULT_INSTRUCTIONS),
  KNOWLEDGE_DIR: z._default(z.string(), ''),
  KNOWLEDGE_PROMPT_TOKENS: z.optional(integer(0, 200_000)),
  DAILY_TOKEN_BUDGET: z._default(integer(0, 100_000_000_000), 0),
  RETENTION_DAYS: z._default(integer(0, 36_500), 0),
  CONTINUE_DAYS: z._default(integer(0, 365), 7),
  HOST: z._default(listenAddress, '127.0.0.1'),
  PORT: z._default(integer(0, 65_535), 7071),
  DEMO_PORT: z.optional(integer(0, 65_535)),
  DATA_DIR: z._default(z.string(), '.data'),
  LOCAL_CLOCK_OFFSET_HOURS: z._default(integer(0, 1_000_000), 0),
  HTTPS_PROXY: z.optional(modelUrl),
  NO_PROXY: z._default(z.string(), ''),
  LOG_LEVEL: z._default(z.enum(['quiet', 'verbose'], '`quiet` or `verbose`'), 'quiet'),
});
export type Settings = z.output<typeof Settings>;

/** Every setting of the publisher's control plane (docs/deploy.md, The publisher's control plane). */
export const ControlPlaneSettings = z.object({
  AZURE_ENVIRONMENT: Settings.shape.AZURE_ENVIRONMENT,
  COSMOS_ENDPOINT: Settings.shape.COSMOS_ENDPOINT,
  COSMOS_DATABASE: z._default(word, 'control-plane'),
  COSMOS_KEY: Settings.shape.COSMOS_KEY,
  APPLICATIONINSIGHTS_CONNECTION_STRING: Settings.shape.APPLICATIONINSIGHTS_CONNECTION_STRING,
  AZURE_CLIENT_ID: Settings.shape.AZURE_CLIENT_ID,
  IDP_AUTHORITY: Settings.shape.IDP_AUTHORITY,
  REPORT_TENANT_ID: z.optional(z.union([guid, z.literal('any')], 'a tenant’s id, or `any`')),
  REPORT_AUDIENCE: z.optional(resource),
  REPORT_REBIND: z._default(rebindings, []),
  RATE_LIMIT_IP_PER_MINUTE: Settings.shape.RATE_LIMIT_IP_PER_MINUTE,
  RATE_LIMIT_IP_READS_PER_MINUTE: Settings.shape.RATE_LIMIT_IP_READS_PER_MINUTE,
  LOG_LEVEL: Settings.shape.LOG_LEVEL,
});
export type ControlPlaneSettings = z.output<typeof ControlPlaneSettings>;

/** The names of all settings, for checks of infrastructure and documents. */
export const SETTING_NAMES: readonly string[] = Object.keys(Settings.shape);
