import type { TokenCredential } from '@azure/identity';
import * as z from 'zod/mini';
import { lazy } from '../../lib/caching.ts';
import { withTimeout } from '../../lib/concurrency.ts';
import { outcomeOf } from '../../conversations/rules/delivery-outcome.ts';
import type { EmailCheck } from '../../conversations/rules/session-emails.ts';
import { retryAfterMs } from '../../lib/retries.ts';
import type { Clock, Email, EmailResult, EmailSender } from '../../ports.ts';
import type { EmailIdentity } from './mime.ts';

/** How long an accepted e-mail is watched for a failure, in milliseconds. */
const WATCH_MS = 6_000;
/** The pause between two looks, unless the service asks for a longer one, in milliseconds. */
const LOOK_MS = 500;
/** The service's limits are by minute and by hour, so that it may ask for an hour. */
const MAX_RETRY_AFTER_MS = 3_600_000;

interface CommunicationServicesOptions extends EmailIdentity {
  /** The `https` endpoint of the Communication Service. */
  endpoint: string;
  credential: () => Promise<TokenCredential>;
  clock: Clock;
  watchMs?: number;
}

/** The REST API of the operation, which the SDK does not offer ("Email - Get Send Result"). */
const API_VERSION = '2023-03-31';
const SCOPE = 'https://communication.azure.com//.default';

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
 * answers 202 and sends afterwards, so that an accepted e-mail is watched for some seconds, and its operation
 * is asked about later. Its last word is that it has handed the e-mail over, or why not.
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
      const last: { answer?: ServiceAnswer; operation?: string | undefined; isAccepted: boolean } = {
        isAccepted: false,
      };
      let stop = () => {};
      let hasToken = false;
      try {
        // The credential keeps its token: this is no further request.
        await (await credential()).getToken(SCOPE, { abortSignal: signal });
        hasToken = true;
        const poller = await (
          await client()
        ).beginSend(messageOf(email, options), {
          abortSignal: signal,
          updateIntervalInMs: LOOK_MS,
          onResponse({ status, headers }, body) {
            last.answer = { status, retryAfter: headers.get('retry-after'), body };
            if (status === 202 && !last.isAccepted) {
              last.isAccepted = true;
              last.operation = operationOf(headers.get('operation-location'));
              stop = clock.after(watchMs, () => watch.abort());
            }
          },
        });
        await poller.pollUntilDone({ abortSignal: signal });
        return accepted(last.operation);
      } catch (error) {
        const { answer, operation, isAccepted } = last;
        if (isAccepted) return afterAccepted(answer?.body, operation);
        if (answer) return refused(answer, clock.now());
        const code = ended.aborted ? 'hanging' : 'unreachable';
        const isUnsent = !hasToken || NotConnected.safeParse(error).success;
        return { ok: false, code, permanent: false, ...(!isUnsent && { maybeSent: true }) };
      } finally {
        stop();
      }
    },

    async check(operation, ended) {
      try {
        const { status, retryAfter, body } = await withTimeout(clock, watchMs, async (late) => {
          const signal = AbortSignal.any([late, ended]);
          const token = await (await credential()).getToken(SCOPE, { abortSignal: signal });
          const url = new URL(`/emails/operations/${encodeURIComponent(operation)}`, endpoint);
          url.searchParams.set('api-version', API_VERSION);
          const headers = { authorization: `Bearer ${token?.token ?? ''}` };
          const response = await fetch(url, { headers, signal, redirect: 'manual' });
          const wait = response.headers.get('retry-after') ?? undefined;
          return { status: response.status, retryAfter: wait, body: await response.text() };
        });
        const askedMs = Math.min(retryAfterMs(retryAfter, clock.now()) ?? 0, MAX_RETRY_AFTER_MS);
        // Also 404: the service does not know an operation yet, or not any more.
        return status === 200
          ? checkOf(JSON.parse(body), askedMs)
          : { state: 'pending', retryAfterMs: askedMs };
      } catch {
        // No answer, or one that is not the service's. Neither says that the e-mail has failed.
        return { state: 'pending' };
      }
    },
  };
}

/** The errors of a request that was not sent, because there was no connection. */
const NotConnected = z.object({
  code: z.enum(['EAI_AGAIN', 'ECONNREFUSED', 'EHOSTUNREACH', 'ENETUNREACH', 'ENOTFOUND']),
});

function messageOf(
  { to, fromName, replyTo, subject, text, html, headers, logo }: Email,
  { from }: EmailIdentity,
) {
  return {
    senderAddress: from,
    content: { subject, plainText: text, html },
    recipients: { to: [{ address: to }] },
    replyTo: [{ address: replyTo ?? from, displayName: fromName }],
    headers: { ...headers },
    ...(logo && {
      attachments: [
        {
          name: `logo.${logo.type.slice('image/'.length)}`,
          contentType: logo.type,
          contentInBase64: logo.base64,
          contentId: 'logo',
        },
      ],
    }),
    disableUserEngagementTracking: true,
  };
}

/** The id in the address of an operation, which is the only part of it that is kept. */
function operationOf(location: string | undefined): string | undefined {
  return location === undefined ? undefined : /\/emails\/operations\/([\w-]+)/.exec(location)?.[1];
}

/** The service has accepted it: only its own word makes it a failure. */
function afterAccepted(body: unknown, operation: string | undefined): EmailResult {
  const check = checkOf(body);
  // Nothing was sent, so that a repeat does no harm.
  if (check.state === 'failed') {
    return { ok: false, code: check.code, permanent: check.code !== 'unavailable' };
  }
  return accepted(operation);
}

const accepted = (operation: string | undefined): EmailResult =>
  operation === undefined ? { ok: true } : { ok: true, operation };

/** The state of an operation. The codes of its errors are an open list; these two are documented. */
function checkOf(body: unknown, askedMs = 0): EmailCheck {
  const state = SendState.safeParse(body);
  const status = state.success ? state.data.status.toLowerCase() : undefined;
  if (status === 'succeeded') return { state: 'sent' };
  if (status !== 'failed' && status !== 'canceled') return { state: 'pending', retryAfterMs: askedMs };
  const code = state.data?.error?.code ?? '';
  if (/Suppressed$/.test(code)) return { state: 'failed', code: 'recipient-suppressed' };
  return { state: 'failed', code: code === 'EmailDropped' ? 'recipient-refused' : 'unavailable' };
}

function refused(answer: ServiceAnswer, nowMs: number): EmailResult {
  const result = outcomeOf(answer, nowMs, MAX_RETRY_AFTER_MS);
  // A role takes minutes until it holds.
  return !result.ok && result.code === 'not-allowed' ? { ...result, permanent: false } : result;
}
