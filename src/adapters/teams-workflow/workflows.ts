import { TimeoutError, withTimeout } from '../../lib/concurrency.ts';
import { outcomeOf, type DeliveryResult } from '../../conversations/rules/delivery-outcome.ts';
import type { DeliveryFailure } from '../../conversations/records/outbox-entry.ts';
import type { Clock, Workflows } from '../../ports.ts';
import { publicNetwork, RefusedAddress, type PublicNetwork } from '../public-network/network.ts';
import { postToWorkflow } from './workflow-request.ts';

/** Time-out in milliseconds. Workflows answer before they post, so a slow answer means a problem. */
const TIMEOUT_MS = 5_000;

interface TeamsWorkflowsOptions {
  clock: Clock;
  /** Default: the public Internet. */
  network?: PublicNetwork | undefined;
  timeoutMs?: number;
}

/**
 * Posts cards to Teams workflows, in the form of the trigger "When a Teams webhook request is received": a
 * message with one attachment.
 */
export function teamsWorkflows({
  clock,
  network = publicNetwork,
  timeoutMs = TIMEOUT_MS,
}: TeamsWorkflowsOptions): Workflows {
  return {
    async post(address, card, ended) {
      const body = JSON.stringify({
        type: 'message',
        attachments: [
          { contentType: 'application/vnd.microsoft.card.adaptive', contentUrl: null, content: card },
        ],
      });
      try {
        const answer = await withTimeout(clock, timeoutMs, (late) =>
          postToWorkflow(address, body, network, ended ? AbortSignal.any([late, ended]) : late),
        );
        return outcomeOf(answer, clock.now());
      } catch (error) {
        return retryableFailure(reasonOf(error));
      }
    },
  };
}

/** The card may have been accepted before the connection broke, so a retry can post it twice. */
const retryableFailure = (code: DeliveryFailure): DeliveryResult => ({ ok: false, code, permanent: false });

/** The error's text is not used, because it can contain the address, which is a secret. */
function reasonOf(error: unknown): DeliveryFailure {
  if (error instanceof TimeoutError) return 'hanging';
  return error instanceof RefusedAddress ? 'address-refused' : 'unreachable';
}
