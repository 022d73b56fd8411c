import type { DeliveryResult } from '../../conversations/rules/delivery-outcome.ts';
import type {
  TeamsChannelRecord,
  WorkflowFailing,
  WorkflowSlot,
  WorkflowState,
  WorkflowStates,
} from '../records/teams-channel.ts';

/** After failing for this long, in milliseconds, a workflow is shown on every admin page. */
const FAILING_SHOWN_AFTER_MS = 15 * 60_000;

export const WORKFLOW_SLOTS = ['first', 'second'] as const satisfies readonly WorkflowSlot[];

/** The state of a slot's current address; the state of an earlier address is ignored. */
export function stateOf(
  { first, second }: Pick<TeamsChannelRecord, WorkflowSlot>,
  states: WorkflowStates,
  slot: WorkflowSlot,
): WorkflowState | undefined {
  const address = slot === 'first' ? first : second;
  const state = states[slot];
  return state !== undefined && state.secret === address?.secret ? state : undefined;
}

/** The states after sending a card; the same object if nothing changes. */
export function afterCard(
  states: WorkflowStates,
  { slot, secret }: { slot: WorkflowSlot; secret: string },
  result: DeliveryResult,
  now: string,
): WorkflowStates {
  const stored = states[slot];
  const known: WorkflowState = stored?.secret === secret ? stored : { secret };
  const { failing, ...rest } = known;
  if (result.ok) return failing === undefined ? states : { ...states, [slot]: rest };
  if (failing?.failure === result.code) return states;
  const since = failing?.since ?? now;
  return { ...states, [slot]: { ...known, failing: { since, failure: result.code } } };
}

/** The longest failing workflow to show on every admin page; undefined below 15 minutes. */
export function shownFailure(
  record: Pick<TeamsChannelRecord, WorkflowSlot>,
  states: WorkflowStates,
  nowMs: number,
): WorkflowFailing | undefined {
  const [longest] = WORKFLOW_SLOTS.flatMap((slot) => stateOf(record, states, slot)?.failing ?? []).toSorted(
    (one, other) => Date.parse(one.since) - Date.parse(other.since),
  );
  return longest && nowMs - Date.parse(longest.since) >= FAILING_SHOWN_AFTER_MS ? longest : undefined;
}

/**
 * The link to the agent desk in Teams (Teams, "Deep link to a tab"): the app's tab with a sub-page, and
 * `browser` as fallback URL. `host`: the host of the Teams cloud.
 */
export function teamsDeepLink(
  { host, appId }: TeamsTab,
  subPageId: string | undefined,
  browser?: string,
): string {
  const query = new URLSearchParams({
    ...(browser !== undefined && { webUrl: browser }),
    ...(subPageId !== undefined && { context: JSON.stringify({ subEntityId: subPageId }) }),
  });
  return `https://${host}/l/entity/${appId}/desk?${query.toString().replaceAll('+', '%20')}`;
}

export interface TeamsTab {
  host: string;
  appId: string;
}
