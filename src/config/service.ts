import * as z from 'zod/mini';
import { RATE_LIMITS } from './shared.ts';
import { allowlist, flag, integer } from './values.ts';
import { SESSION_READS_PER_MINUTE } from '../platform/rules/rate-limit.ts';

/** The sites that may embed the widget. */
export const ALLOWED_ORIGINS = z._default(allowlist, { any: true, origins: new Set<string>() });

/** Who may use the service, how much, and for how long conversations are kept. */
export const service = z.pipe(
  z.object({
    ...RATE_LIMITS,
    ALLOWED_ORIGINS,
    ADMIN_KEY: z.optional(z.string().check(z.minLength(16, 'at least 16 characters'))),
    ADMIN_START_GATED: z._default(flag, false),
    RATE_LIMIT_SESSION_PER_MINUTE: z._default(integer(1, 1_000_000), 20),
    AGENT_CONVERSATION_LIMIT: z._default(integer(0, 1_000), 10),
    ATTACHMENTS: z._default(flag, false),
    ATTACHMENTS_REQUIRE_SCAN: z._default(flag, false),
    ATTACHMENTS_PER_DAY: z._default(integer(1, 1_000_000), 10_000),
    RETENTION_DAYS: z._default(integer(0, 36_500), 0),
    CONTINUE_DAYS: z._default(integer(0, 365), 7),
  }),
  z.transform((settings) => ({
    allowlist: settings.ALLOWED_ORIGINS,
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
    /** How many claimed conversations an agent may have and still take the next one; 0: no limit. */
    agentConversationLimit: settings.AGENT_CONVERSATION_LIMIT,
    /** Files in conversations. */
    attachments: {
      /** Of the plain embed; a registered widget says so itself. */
      isOn: settings.ATTACHMENTS,
      /** How many files the deployment takes a day. */
      perDay: settings.ATTACHMENTS_PER_DAY,
      /** A file is read only after a virus scan that found nothing. */
      requiresScan: settings.ATTACHMENTS_REQUIRE_SCAN,
    },
    retentionDays: settings.RETENTION_DAYS,
    /** The days after a close in which a visitor's message continues the conversation; 0: never. */
    continueDays: settings.CONTINUE_DAYS,
  })),
);
