import { requestHuman } from '../../../src/conversations/rules/handoff.ts';
import { nowIso } from '../../../src/lib/fields.ts';
import { leaveMessage } from '../../../src/conversations/rules/left-message.ts';
import { transition, type Trigger } from '../../../src/core/session-state-machine.ts';
import { conversations } from '../../../src/conversations/conversations.ts';
import { requireFound } from '../../../src/conversations/reading.ts';
import { dispatcher } from '../../../src/notifications/dispatcher.ts';
import { notices } from '../../../src/conversations/notices.ts';
import { background } from '../../../src/platform/background.ts';
import { begin, START } from '../stores/conversations.ts';
import { recordingTelemetry } from '../ports/recording-telemetry.ts';
import { manualClock } from '../clocks/manual-clock.ts';
import { realRandom } from '../ports/random.ts';
import { silentRealtime, silentVisitorEvents } from './silent-realtime.ts';
import { openSqlite } from '../stores/sqlite-store.ts';
import { testChannel, type TestChannel } from './test-channel.ts';

const mia = { oid: 'mia', name: 'Mia' };

interface InstanceOptions {
  channels?: readonly TestChannel[];
  /** It stores notices, and ends before it delivers them. */
  crashes?: boolean;
}

/** A conversation whose changes are noticed by a channel, on instances of the service that share a store. */
export async function noticedConversation() {
  const { conversations: store, close } = await openSqlite();
  const clock = manualClock(Date.parse(START));
  const begun = await begin(store, 'A secret', { origin: 'https://shop.example' });
  const { sessionId } = begun.session;

  const noticed = {
    store,
    clock,
    sessionId,
    channel: testChannel(),
    kinds: () => noticed.channel.got.map(({ kind }) => kind),
    steps: () => noticed.channel.got.map(({ step }) => step),
    left: async () => (await store.outboxOf(sessionId)).map(({ entry }) => entry),
    instance,
    close,
  };
  return noticed;

  function instance({ channels = [noticed.channel], crashes = false }: InstanceOptions = {}) {
    const telemetry = recordingTelemetry();
    const work = background(telemetry);
    const parts = { store, clock, random: realRandom, telemetry, background: work, channels };
    const delivering = dispatcher({ ...parts, stopping: new AbortController().signal });
    const requestBudget = {
      run: <T>(task: () => Promise<T>) => task(),
      exempt: <T>(task: () => T) => task(),
      pause: <T>(task: () => Promise<T>) => task(),
    };
    const lost = () => Promise.resolve();
    const noticing = notices({ ...parts, deliver: crashes ? lost : delivering.deliverStored, requestBudget });
    const changes = conversations({
      ...parts,
      notices: noticing,
      realtime: silentRealtime,
      visitorEvents: silentVisitorEvents,
    });
    const now = () => nowIso(clock);
    const move = (trigger: Trigger) =>
      changes.change(sessionId, (conversation) => {
        const outcome = transition(requireFound(conversation).session, trigger, now());
        if (!outcome.ok) throw new Error(outcome.refusal);
        return { commit: { session: outcome.session }, result: undefined };
      });
    const handoff = () =>
      changes.change(sessionId, (conversation) => {
        const outcome = requestHuman(requireFound(conversation).session, now(), { reason: 'visitor' });
        if (!outcome.ok) throw new Error(outcome.refusal);
        return { commit: { session: outcome.session, append: outcome.messages }, result: undefined };
      });
    return {
      ...delivering,
      telemetry,
      settled: () => work.settled(),
      handoff,
      /** A handoff whose notices have been tried once. */
      async handedOff() {
        await handoff();
        await work.settled();
      },
      /** Delivers what is due after this time, in milliseconds. */
      async later(passedMs: number) {
        clock.advance(passedMs);
        await delivering.deliverDue();
      },
      async leave() {
        await changes.change(sessionId, (conversation) => {
          const { session } = requireFound(conversation);
          const outcome = leaveMessage(session, { details: { email: 'vera@example.com' } }, now());
          if (!outcome.ok) throw new Error(outcome.refusal);
          const { session: after, messages, isNews } = outcome;
          return {
            commit: { session: after, append: messages },
            ...(isNews && { notice: 'message.left' as const }),
            result: undefined,
          };
        });
      },
      claim: () => move({ type: 'claim', agent: mia }),
      close: () => move({ type: 'close', agent: mia }),
      release: () => move({ type: 'release', agent: mia }),
    };
  }
}
