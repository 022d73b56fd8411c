import { conversationEvent } from '../../conversations/rules/conversation-event.ts';
import { TimeoutError, withTimeout } from '../../lib/concurrency.ts';
import { outcomeOf, type DeliveryResult } from '../../conversations/rules/delivery-outcome.ts';
import { NoticeKind } from '../../conversations/records/outbox-entry.ts';
import type { Clock, NotificationChannel } from '../../ports.ts';

/** Time-out of one request, in milliseconds; then the topic counts as unavailable. */
const TIMEOUT_MS = 5_000;
/** The API version that accepts CloudEvents (Event Grid, "Publish events"). */
const API_VERSION = '2018-01-01';

interface EventGridOptions {
  /** The topic's endpoint, for example `https://topic.westeurope-1.eventgrid.azure.net/api/events`. */
  endpoint: string;
  clock: Clock;
  deploymentId: () => Promise<string>;
  /** The key with which subjects are pseudonymized. */
  key: () => Promise<Uint8Array>;
  /** The managed identity's token; missing only on the local host. */
  token?: () => Promise<string>;
  timeoutMs?: number;
}

/**
 * Publishes a CloudEvent for each notice to the customer's Event Grid topic. Active if a topic is configured.
 */
export function eventGrid(options: EventGridOptions): NotificationChannel {
  const { endpoint, clock, deploymentId, key, token, timeoutMs = TIMEOUT_MS } = options;
  const url = new URL(endpoint);
  url.searchParams.set('api-version', API_VERSION);

  async function post(body: string, ended: AbortSignal) {
    const headers = new Headers({ 'content-type': 'application/cloudevents+json; charset=utf-8' });
    if (token) headers.set('authorization', `Bearer ${await token()}`);
    return await withTimeout(clock, timeoutMs, async (late) => {
      const signal = AbortSignal.any([late, ended]);
      const response = await fetch(url, { method: 'POST', headers, body, signal, redirect: 'manual' });
      await response.body?.cancel();
      return { status: response.status, retryAfter: response.headers.get('retry-after') ?? undefined };
    });
  }

  return {
    name: 'events',
    kinds: ['session.handoff', 'session.claimed', 'session.closed', 'message.left'],
    onlyWhileWaiting: false,
    isOn: () => Promise.resolve(true),
    followUps: () => Promise.resolve({}),

    async deliver({ step: _s, kind, ...notice }, ended) {
      const type = NoticeKind.safeParse(kind);
      if (!type.success) return { ok: false, permanent: true, code: 'channel-off' };
      const event = conversationEvent(
        { ...notice, kind: type.data },
        { deploymentId: await deploymentId(), key: await key() },
      );
      try {
        return repeatable(outcomeOf(await post(JSON.stringify(event), ended), clock.now()));
      } catch (error) {
        // The text of a network or identity error is not recorded.
        const code = error instanceof TimeoutError || ended.aborted ? 'hanging' : 'unreachable';
        return { ok: false, permanent: false, code };
      }
    },
  };
}

/** Makes refusals retryable, because a role assignment on the topic takes minutes to become effective. */
function repeatable(result: DeliveryResult): DeliveryResult {
  return !result.ok && result.code === 'not-allowed' ? { ...result, permanent: false } : result;
}
