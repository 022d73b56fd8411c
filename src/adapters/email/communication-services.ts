import type { TokenCredential } from '@azure/identity';
import * as z from 'zod/mini';
import { lazy } from '../../domain/caching.ts';
import { outcomeOf } from '../../domain/delivery-outcome.ts';
import type { Clock, Email, EmailResult, EmailSender } from '../../ports.ts';
import type { EmailIdentity } from './mime.ts';

/** How long an accepted e-mail is watched for a failure, in milliseconds. */
const WATCH_MS = 6_000;
/** The pause between two looks, unless the service asks for a longer one, in milliseconds. */
const LOOK_MS = 500;
/** The service's limits are by minute and by hour, so that it may ask for an hour. */
const MAX_RETRY_AFTER_MS = 3_600_000;

export interface CommunicationServicesOptions extends EmailIdentity {
  /** The `https` endpoint of the Communication Service. */
  endpoint: string;
  credential: () => Promise<TokenCredential>;
  clock: Clock;
  watchMs?: number;
}

/** An answer of the service, of which only this is read. */
interface ServiceAnswer {
  status: number;
  retryAfter: string | undefined;
  body: unknown;
}

/** The state of an accepted e-mail. */
const SendState = z.object({
  status: z.string(),
  error: z.optional(z.object({ code: z.optional(z.string()) })),
});

/**
 * Azure Communication Services, by the managed identity. The SDK is loaded on first use, and retries nothing:
 * by default it sleeps as long as a 429 asks for, which can be an hour, and its caller with it. The service
 * answers 202 and sends afterwards, so that an accepted e-mail is watched for some seconds.
 */
export function communicationServicesSender(options: CommunicationServicesOptions): EmailSender {
  const { endpoint, credential, clock, watchMs = WATCH_MS } = options;
  const client = lazy(async () => {
    const { EmailClient } = await import('@azure/communication-email');
    return new EmailClient(endpoint, await credential(), { retryOptions: { maxRetries: 0 } });
  });

  return {
    removeAll: () => Promise.resolve(),

    async send(email, ended) {
      const watch = new AbortController();
      const signal = AbortSignal.any([ended, watch.signal]);
      /** The answer to the newest request. */
      const last: { answer?: ServiceAnswer; isAccepted: boolean } = { isAccepted: false };
      let stop = () => {};
      try {
        const poller = await (
          await client()
        ).beginSend(messageOf(email, options), {
          abortSignal: signal,
          updateIntervalInMs: LOOK_MS,
          onResponse({ status, headers }, body) {
            last.answer = { status, retryAfter: headers.get('retry-after'), body };
            if (status === 202 && !last.isAccepted) {
              last.isAccepted = true;
              stop = clock.after(watchMs, () => watch.abort());
            }
          },
        });
        await poller.pollUntilDone({ abortSignal: signal });
        return { ok: true };
      } catch {
        const { answer, isAccepted } = last;
        if (isAccepted) return afterAccepted(answer?.body);
        if (answer) return refused(answer, clock.now());
        const code = ended.aborted ? 'hanging' : 'unreachable';
        return { ok: false, code, permanent: false, maybeSent: true };
      } finally {
        stop();
      }
    },
  };
}

function messageOf(
  { to, fromName, subject, text, html, headers }: Email,
  { from, replyTo = from }: EmailIdentity,
) {
  return {
    senderAddress: from,
    content: { subject, plainText: text, html },
    recipients: { to: [{ address: to }] },
    replyTo: [{ address: replyTo, displayName: fromName }],
    headers: { ...headers },
    disableUserEngagementTracking: true,
  };
}

/** The service has accepted it: only its own word makes it a failure. */
function afterAccepted(body: unknown): EmailResult {
  const state = SendState.safeParse(body);
  const status = state.success ? state.data.status.toLowerCase() : undefined;
  if (status !== 'failed' && status !== 'canceled') return { ok: true };
  const code = state.data?.error?.code ?? '';
  const suppressed = /Suppressed$/.test(code);
  // Nothing was sent, so that a repeat does no harm.
  return suppressed
    ? { ok: false, code: 'recipient-suppressed', permanent: true }
    : { ok: false, code: 'unavailable', permanent: false };
}

function refused(answer: ServiceAnswer, nowMs: number): EmailResult {
  const result = outcomeOf(answer, nowMs, MAX_RETRY_AFTER_MS);
  // A role takes minutes until it holds.
  return !result.ok && result.code === 'not-allowed' ? { ...result, permanent: false } : result;
}
