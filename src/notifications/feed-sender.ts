import { afterEntries, isConfirmed, outcomeWithoutRecipients } from './rules/activity-feed.ts';
import type { DeliveryResult } from '../conversations/rules/delivery-outcome.ts';
import { FeedStates } from './records/activity-feed.ts';
import type { ActivityFeed, FeedEntry, Ports } from '../ports.ts';
import {
  readDocument,
  removeDocument,
  updateDocument,
  type LedgerDocument,
} from '../platform/ledger-documents.ts';
import { ignoreUnavailable } from './teams-channel-records.ts';

/**
 * The maximum number of recipients of a bulk call (Microsoft Graph, sendActivityNotificationToRecipients).
 */
const MAX_RECIPIENTS = 100;
/** The number of parallel single sends. */
const MAX_PARALLEL = 10;

const TIME_UP: DeliveryResult = { ok: false, permanent: false, code: 'hanging' };

const KIND = 'activity-feed';
const STATES: LedgerDocument<FeedStates> = { kind: KIND, id: 'states', schema: FeedStates };

interface FeedDelivery {
  entry: FeedEntry;
  oids: readonly string[];
  /** Sends to each agent with a separate request, so that each result is known. */
  oneByOne?: boolean;
  /** The oids of agents who already got the entry: they are skipped, and new ones are added. */
  reached: Set<string>;
}

type Dependencies = Pick<Ports, 'clock' | 'ledger' | 'random' | 'telemetry'> & { feed: ActivityFeed };

export function feedSender(dependencies: Dependencies) {
  const { clock, ledger, feed } = dependencies;
  const read = async () => (await readDocument(ledger, STATES))?.value ?? { agents: {} };

  /** The agents for whom the bulk call gave no result, and the failures to retry. */
  async function sendToMany({ entry, reached }: FeedDelivery, oids: readonly string[], signal: AbortSignal) {
    const refused: string[] = [];
    const failures: DeliveryResult[] = [];
    const batches = Array.from({ length: Math.ceil(oids.length / MAX_RECIPIENTS) }, (_, n) =>
      oids.slice(n * MAX_RECIPIENTS, (n + 1) * MAX_RECIPIENTS),
    );
    for (const batch of batches) {
      const result = await feed.sendToMany(batch, entry, signal);
      if (result.ok) batch.forEach((oid) => reached.add(oid));
      else if (result.permanent) refused.push(...batch);
      else failures.push(result);
    }
    return { refused, failures };
  }

  /** The results by agent, and the throttling result that stopped further sends. */
  async function sendOneByOne(
    { entry, reached }: FeedDelivery,
    oids: readonly string[],
    signal: AbortSignal,
  ) {
    const results = new Map<string, DeliveryResult>();
    const waiting = [...oids];
    let throttled: DeliveryResult | undefined;
    const worker = async () => {
      while (!throttled && !signal.aborted) {
        const oid = waiting.shift();
        if (oid === undefined) return;
        const result = await feed.sendTo(oid, entry, signal);
        results.set(oid, result);
        if (result.ok) reached.add(oid);
        // The limit applies to the application, not to the agent.
        else if (result.code === 'throttled') throttled = result;
      }
    };
    await Promise.all(Array.from({ length: MAX_PARALLEL }, worker));
    return { results, throttled };
  }

  async function store(results: ReadonlyMap<string, DeliveryResult>, outcome: DeliveryResult): Promise<void> {
    // A failure to store the states must not cause another send.
    await ignoreUnavailable(
      updateDocument(KIND, dependencies, STATES, (stored) => {
        const states = stored?.value ?? { agents: {} };
        const isNews = results.size > 0 || !outcome.ok || states.failing !== undefined;
        return {
          ...(isNews && { value: afterEntries(states, results, outcome, clock.now()) }),
          result: undefined,
        };
      }),
    );
  }

  return {
    states: read,
    /** Deletes the states, after the feed was switched off. */
    forget: (): Promise<void> => removeDocument(KIND, dependencies, STATES),
    /**
     * Agents who are known to have the app get the entry by bulk calls, the others by single sends, so that
     * an unreachable agent does not delay others. `ok` if an agent was reached, or if there is no agent to
     * notify.
     */
    async send(sending: FeedDelivery, signal: AbortSignal): Promise<DeliveryResult> {
      const { oids, reached, oneByOne = false } = sending;
      const waiting = oids.filter((oid) => !reached.has(oid));
      if (waiting.length === 0) return { ok: true };
      const signIn = await feed.signIn();
      if (!signIn.ok) {
        const outcome: DeliveryResult = { ok: false, permanent: false, code: signIn.failure };
        await store(new Map(), outcome);
        return outcome;
      }
      const { agents } = oneByOne ? { agents: {} } : await read();
      const known = waiting.filter((oid) => isConfirmed(agents[oid], clock.now()));
      const { refused, failures } = await sendToMany(sending, known, signal);
      const single = [...waiting.filter((oid) => !known.includes(oid)), ...refused];
      const { results, throttled } = await sendOneByOne(sending, single, signal);
      // An unreachable agent must not cause another send to the others.
      const failure = failures[0] ?? throttled;
      const forNone = () => (signal.aborted ? TIME_UP : outcomeWithoutRecipients([...results.values()]));
      const outcome: DeliveryResult = reached.size > 0 ? { ok: true } : (failure ?? forNone());
      await store(results, outcome);
      return failure ?? outcome;
    },
  };
}

/** Sends entries to agents' activity feeds, and stores the result by agent. */
export type FeedSender = ReturnType<typeof feedSender>;
