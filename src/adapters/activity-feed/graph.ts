import { TimeoutError, withTimeout } from '../../lib/concurrency.ts';
import { outcomeOf, type DeliveryResult } from '../../conversations/rules/delivery-outcome.ts';
import type { ActivityFeed, FeedEntry } from '../../ports.ts';
import { applicationTokens, type ApplicationTokenOptions } from './application-tokens.ts';

/** Time-outs in milliseconds: of one request to Microsoft Graph, and of signing in. */
const REQUEST_TIMEOUT_MS = 4_000;
const SIGN_IN_TIMEOUT_MS = 5_000;

export interface GraphFeedOptions extends Omit<ApplicationTokenOptions, 'scope' | 'timeoutMs'> {
  /** The origin of Microsoft Graph. */
  graph: string;
  requestMs?: number;
  signInMs?: number;
}

/**
 * Writes to activity feeds through Microsoft Graph as the agents' application, without a secret. Each agent's
 * installation of the app grants the permission `TeamsActivity.Send.User`.
 */
export function graphActivityFeed(options: GraphFeedOptions): ActivityFeed {
  const { graph, clock, requestMs = REQUEST_TIMEOUT_MS, signInMs = SIGN_IN_TIMEOUT_MS } = options;
  const tokens = applicationTokens({ ...options, scope: `${graph}/.default`, timeoutMs: signInMs });

  async function post(path: string, body: object, token: string, ended: AbortSignal) {
    return await withTimeout(clock, requestMs, async (late) => {
      const response = await fetch(`${graph}/v1.0${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
        body: JSON.stringify(body),
        redirect: 'manual',
        signal: AbortSignal.any([late, ended]),
      });
      await response.body?.cancel();
      return { status: response.status, retryAfter: response.headers.get('retry-after') ?? undefined };
    });
  }

  /** Sends once more with a new token if the token is refused or about to expire. */
  async function send(path: string, body: object, ended: AbortSignal): Promise<DeliveryResult> {
    let refused: string | undefined;
    for (;;) {
      const granted = await tokens.token(refused);
      if (!granted.ok) return { ok: false, permanent: false, code: granted.failure };
      try {
        const answer = await post(path, body, granted.token, ended);
        const isOfToken = answer.status === 401 || answer.status === 412;
        if (isOfToken && refused === undefined) refused = granted.token;
        else return isOfToken ? TOKEN_REFUSED : resultOf(answer, clock.now());
      } catch (error) {
        // The text of a network error is not recorded.
        const code = error instanceof TimeoutError || ended.aborted ? 'hanging' : 'unreachable';
        return { ok: false, permanent: false, code };
      }
    }
  }

  return {
    async signIn() {
      const granted = await tokens.token();
      if (!granted.ok) return granted;
      const { identity } = granted;
      return { ok: true, ...(identity && { identity }) };
    },
    sendTo: (oid, entry, signal) =>
      send(`/users/${encodeURIComponent(oid)}/teamwork/sendActivityNotification`, bodyOf(entry), signal),
    sendToMany: (oids, entry, signal) =>
      send(
        '/teamwork/sendActivityNotificationToRecipients',
        { ...bodyOf(entry), recipients: oids.map(recipient) },
        signal,
      ),
  };
}

const TOKEN_REFUSED: DeliveryResult = { ok: false, permanent: false, code: 'not-allowed' };

/** 403 and 404 mean that the app is not installed for the agent, or that the agent has left the directory. */
function resultOf(answer: Parameters<typeof outcomeOf>[0], nowMs: number): DeliveryResult {
  const { status } = answer;
  if (status === 403 || status === 404) return { ok: false, permanent: true, code: 'app-missing' };
  if (status === 409) return { ok: false, permanent: true, code: 'app-ambiguous' };
  return outcomeOf(answer, nowMs);
}

/**
 * The body for the reserved activity type `systemDefault`, which the manifest does not declare. Its only
 * parameter is the text after the app's name.
 */
function bodyOf({ title, preview, webUrl, chainId, teamsAppId }: FeedEntry): object {
  return {
    topic: { source: 'text', value: title, webUrl },
    activityType: 'systemDefault',
    ...(preview !== '' && { previewText: { content: preview } }),
    templateParameters: [{ name: 'systemDefaultText', value: title }],
    chainId,
    ...(teamsAppId !== undefined && { teamsAppId }),
  };
}

const recipient = (userId: string) => ({
  '@odata.type': 'microsoft.graph.aadUserNotificationRecipient',
  userId,
});
