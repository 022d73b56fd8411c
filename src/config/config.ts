import { componentsOf, type ComponentsConfig } from './components.ts';
import { parseSettings, invalidSetting, type Environment } from './settings.ts';
import { explicitPrices, invalidPricesOf } from './prices.ts';
import { isHost, knownHosts } from '../lib/hosts.ts';
import { emailOf, type EmailConfig } from './email.ts';
import { embeddingPriceOf } from './embedding.ts';
import type { Allowlist } from '../conversations/rules/origin.ts';
import { CATALOGUE } from '../publisher/rules/plans.ts';
import type { ConfiguredPrices } from '../spending/rules/cost.ts';
import { promptTokensFor, type Effort } from '../spending/rules/models.ts';
import { SESSION_READS_PER_MINUTE, type RateLimits } from '../platform/rules/rate-limit.ts';
import { Settings } from '../admin/wire/settings.ts';

/** Every setting, parsed once at start. */
export interface Config extends ComponentsConfig {
  cloud: boolean;
  /** The client id of a user-assigned managed identity; undefined for the system-assigned one. */
  clientId: string | undefined;
  /** Request options for the model; the default effort is the lowest that it accepts. */
  asking: { effort?: Effort; maxOutputTokens: number };
  /** E-mails to visitors. */
  email: EmailConfig;

  allowlist: Allowlist;
  /** The host names of this service, each with its port if it has one. */
  hosts: readonly string[];
  admin: { legacyKey?: string; startGated: boolean };
  rateLimits: RateLimits;
  planId: string;
  seatWindowDays: number;
  /** How many claimed conversations an agent may have and still take the next one; 0: no limit. */
  agentConversationLimit: number;
  deploymentId?: string;
  marketplaceSubscriptionId: string;
  /** Of the deployment's own model; missing prices come from the table of known models. */
  prices: ConfiguredPrices;
  /** US dollars per million tokens that are embedded; undefined if it is not known. */
  embeddingPrice: number | undefined;
  /** Settings with invalid prices, in the cloud; the local host does not start with one. */
  wrongPrices: readonly string[];
  assistant: {
    name: string;
    instructions: string;
    knowledgeDir: string;
    /** Knowledge of up to this many estimated tokens goes whole into every prompt. */
    wholeKnowledgeTokens: number;
    dailyTokenBudget: number;
  };
  retentionDays: number;
  /** The days after a close in which a visitor's message continues the conversation; 0: never. */
  continueDays: number;
  /** Files in conversations. */
  attachments: {
    /** Of the plain embed; a registered widget says so itself. */
    isOn: boolean;
    /** How many files the deployment takes a day. */
    perDay: number;
    /** A file is read only after a virus scan that found nothing. */
    requiresScan: boolean;
  };
  local: {
    /** The address to listen on. */
    host: string;
    port: number;
    demoPort: number;
    /** Undefined if the local host runs no control plane. */
    controlPlanePort: number | undefined;
    dataDir: string;
    /** PUBLIC_HOSTS: host names of the service in addition to the loopback ones. */
    publicHosts: readonly string[];
    clockOffsetHours: number;
  };
  /** The APIs that actions call. */
  actions: {
    /** Hosts, with their ports if they have one, that may be at private addresses. */
    privateHosts: readonly string[];
  };
  /** How websites are read. */
  websites: {
    /** Websites on this machine, also over plain http: on the local host only. */
    isLocal: boolean;
    /** The proxy through which the Internet is reached, and the hosts that are reached without it. */
    proxy?: { address: string; noProxy: string };
    /** The address at which owners of websites reach this service. */
    aboutOrigin: string;
  };
}

const NEEDED_IN_CLOUD = ['COSMOS_ENDPOINT', 'KEY_VAULT_URL', 'WEB_PUBSUB_ENDPOINT'] as const;

/**
 * Reads every setting, or throws `misconfigured` with the name of the first wrong one. In the cloud a
 * component without an endpoint is an error, never a silent embedded one; so is a key where the managed
 * identity is used.
 */
export function readConfig(environment: Environment): Config {
  const wrongPrices = invalidPricesOf(environment);
  const usable = Object.fromEntries(
    Object.entries(environment).filter(([name]) => !wrongPrices.some((wrongOne) => wrongOne === name)),
  );
  const { settings, cloud } = parseSettings(Settings, usable, NEEDED_IN_CLOUD);
  const modelName = settings.AZURE_OPENAI_DEPLOYMENT ?? settings.OPENAI_MODEL;
  return {
    cloud,
    clientId: settings.AZURE_CLIENT_ID,
    ...componentsOf(settings, cloud),
    allowlist: settings.ALLOWED_ORIGINS,
    hosts: knownHosts({
      publicHosts: settings.PUBLIC_HOSTS,
      ...(cloud ? { platformHost: platformHost(environment) } : { localPort: settings.PORT }),
    }),
    admin: {
      startGated: settings.ADMIN_START_GATED,
      ...(settings.ADMIN_KEY !== undefined && { legacyKey: settings.ADMIN_KEY }),
    },
    rateLimits: {
      sessionMessages: settings.RATE_LIMIT_SESSION_PER_MINUTE,
      sessionReads: SESSION_READS_PER_MINUTE,
      ipMessages: settings.RATE_LIMIT_IP_PER_MINUTE,
      ipReads: settings.RATE_LIMIT_IP_READS_PER_MINUTE,
    },
    planId: knownPlan(settings),
    seatWindowDays: settings.SEAT_WINDOW_DAYS,
    agentConversationLimit: settings.AGENT_CONVERSATION_LIMIT,
    ...(settings.DEPLOYMENT_ID !== undefined && { deploymentId: settings.DEPLOYMENT_ID }),
    marketplaceSubscriptionId: settings.MARKETPLACE_SUBSCRIPTION_ID,
    asking: {
      ...(settings.MODEL_REASONING_EFFORT !== undefined && { effort: settings.MODEL_REASONING_EFFORT }),
      maxOutputTokens: settings.MODEL_MAX_OUTPUT_TOKENS,
    },
    wrongPrices,
    prices: wrongPrices.length > 0 ? 'unknown' : explicitPrices(settings),
    embeddingPrice: wrongPrices.length > 0 ? undefined : embeddingPriceOf(settings),
    assistant: {
      name: settings.ASSISTANT_NAME,
      instructions: settings.ASSISTANT_INSTRUCTIONS,
      knowledgeDir: settings.KNOWLEDGE_DIR,
      wholeKnowledgeTokens: settings.KNOWLEDGE_PROMPT_TOKENS ?? promptTokensFor(modelName),
      dailyTokenBudget: settings.DAILY_TOKEN_BUDGET,
    },
    retentionDays: settings.RETENTION_DAYS,
    continueDays: settings.CONTINUE_DAYS,
    email: emailOf(settings, cloud),
    attachments: {
      isOn: settings.ATTACHMENTS,
      perDay: settings.ATTACHMENTS_PER_DAY,
      requiresScan: settings.ATTACHMENTS_REQUIRE_SCAN,
    },
    local: {
      host: settings.HOST,
      port: settings.PORT,
      demoPort: settings.DEMO_PORT ?? portAfter(settings.PORT, 9),
      controlPlanePort:
        (settings.COSMOS_ENDPOINT ?? settings.CONTROL_PLANE_URL) ? undefined : portAfter(settings.PORT, 19),
      dataDir: settings.DATA_DIR,
      publicHosts: settings.PUBLIC_HOSTS,
      clockOffsetHours: settings.LOCAL_CLOCK_OFFSET_HOURS,
    },
    actions: { privateHosts: settings.ACTION_PRIVATE_HOSTS },
    websites: websitesOf(settings, cloud, platformHost(environment)),
  };
}

/** Reads only ALLOWED_ORIGINS, even if another setting is wrong; throws if it is wrong itself. */
export function readAllowlist({ ALLOWED_ORIGINS: value }: Environment): Allowlist {
  return Settings.shape.ALLOWED_ORIGINS.parse(value?.trim() ? value : undefined);
}

/** Only a publisher can define further plans; without one, an unknown plan is a wrong setting. */
function knownPlan({ PLAN_ID: planId, CONTROL_PLANE_URL: publisher }: Settings): string {
  const shipped = CATALOGUE.map((plan) => plan.planId);
  if (publisher !== undefined || shipped.includes(planId)) return planId;
  throw invalidSetting('PLAN_ID', `PLAN_ID must be one of ${shipped.join(', ')}.`);
}

/** The platform's host name of the app, for example `chat-abc.azurewebsites.net`. */
function platformHost({ WEBSITE_HOSTNAME: name }: Environment): string | undefined {
  if (name === undefined || name === '' || isHost(name)) return name || undefined;
  throw invalidSetting('WEBSITE_HOSTNAME', 'WEBSITE_HOSTNAME must be a host name; the platform sets it.');
}

/** A port next to another one, so that two checkouts differ only by `PORT`; 0, any free port, stays 0. */
function portAfter(port: number, distance: number): number {
  return port === 0 || port + distance > 65_535 ? 0 : port + distance;
}

/** Websites on the loopback are those of a developer: in the cloud they would be the platform's own. */
function websitesOf(settings: Settings, cloud: boolean, platform: string | undefined): Config['websites'] {
  const host = settings.PUBLIC_HOSTS[0] ?? platform;
  return {
    isLocal: !cloud,
    ...(settings.HTTPS_PROXY !== undefined && {
      proxy: { address: settings.HTTPS_PROXY, noProxy: settings.NO_PROXY },
    }),
    aboutOrigin: host === undefined ? `http://localhost:${settings.PORT}` : `https://${host}`,
  };
}

/** The environment of this process; the only place that reads it. */
export const environment: Environment = process.env;
