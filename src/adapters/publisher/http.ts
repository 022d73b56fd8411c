import { Plan } from '../../publisher/records/plan.ts';
import type { Clock, Publisher } from '../../ports.ts';
import { withTimeout } from '../../lib/concurrency.ts';

const TIMEOUT_MS = 5_000;
/**
 * Time-out for reading a plan, in milliseconds: within a request's budget of 4 s, which the store also needs.
 */
const PLAN_TIMEOUT_MS = 2_000;

interface HttpPublisherOptions {
  /** The control plane's address without a slash at the end. */
  url: string;
  clock: Clock;
  /** The managed identity's token, sent with reports if the publisher requires one. */
  token?: () => Promise<string>;
}

interface Answer {
  ok: boolean;
  status: number;
  text: string;
}

/** The publisher's control plane over HTTP. Every response is validated. */
export function httpPublisher({ url, clock, token }: HttpPublisherOptions): Publisher {
  const call = (path: string, timeoutMs: number, init: RequestInit = {}): Promise<Answer> =>
    withTimeout(clock, timeoutMs, async (signal) => {
      const response = await fetch(`${url}${path}`, { ...init, signal, redirect: 'error' });
      return { ok: response.ok, status: response.status, text: await response.text() };
    });

  return {
    configured: true,

    async plan(planId) {
      let listed: unknown;
      try {
        const { ok, text } = await call(`/api/plans/${encodeURIComponent(planId)}`, PLAN_TIMEOUT_MS);
        listed = ok ? JSON.parse(text) : undefined;
      } catch {
        // Unreachable or invalid: the caller falls back as without a plan.
        return undefined;
      }
      const parsed = Plan.safeParse(listed);
      const plan = parsed.data;
      return plan?.planId === planId ? plan : undefined;
    },

    async send(kind, payload) {
      const headers = new Headers({ 'content-type': 'application/json' });
      try {
        if (token) headers.set('authorization', `Bearer ${await withTimeout(clock, TIMEOUT_MS, token)}`);
      } catch {
        // The text of the identity's error must not reach the publisher or the public health endpoint.
        return { ok: false, code: 'no-token' };
      }
      try {
        const init = { method: 'POST', headers, body: JSON.stringify(payload) };
        const { ok, status } = await call(`/api/reports/${kind}`, TIMEOUT_MS, init);
        return ok ? { ok } : { ok, code: `status-${status}` };
      } catch {
        return { ok: false, code: 'unreachable' };
      }
    },
  };
}
