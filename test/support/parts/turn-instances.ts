import { randomUUID } from 'node:crypto';
import { AppError } from '../../../src/core/errors.ts';
import { transition, type Trigger } from '../../../src/core/session-state-machine.ts';
import { nowIso } from '../../../src/lib/fields.ts';
import type { ConversationStore } from '../../../src/ports.ts';
import type { ResolvedAssistant } from '../../../src/assistants/assistant-profiles.ts';
import { background } from '../../../src/platform/background.ts';
import { conversations } from '../../../src/conversations/conversations.ts';
import { askModel } from '../../../src/chat/ask-model.ts';
import { retryOutage } from '../../../src/platform/retry-outage.ts';
import { resumeTurn } from '../../../src/chat/resume-turn.ts';
import { startTurn, type TurnOutcome } from '../../../src/chat/start-turn.ts';
import { visitorMessages } from '../../../src/chat/visitor-messages.ts';
import { noFiles, noNotices } from './absent.ts';
import { EVER } from '../stores/conversations.ts';
import { freshFixture } from '../fixtures.ts';
import { recordingTelemetry } from '../ports/recording-telemetry.ts';
import { manualClock } from '../clocks/manual-clock.ts';
import { realRandom } from '../ports/random.ts';
import { scriptedAnswerer } from '../ports/scripted-answerer.ts';
import { silentRealtime, silentVisitorEvents } from './silent-realtime.ts';
import { startAnywhere } from './start-anywhere.ts';
import { openSqlite } from '../stores/sqlite-store.ts';

export const SECOND_MS = 1_000;
export const MINUTE_MS = 60 * SECOND_MS;
export const MIA = { oid: 'mia', name: 'Mia' };
const PROFILE: ResolvedAssistant = {
  name: 'Ada',
  instructions: 'Help.',
  greeting: 'Hello',
  handoff: 'when-unsure',
  knowledge: { kind: 'folder', folder: '' },
};

type Body = ReturnType<typeof question>;
export const question = () => ({ message: 'Why?', sessionId: randomUUID(), clientMessageId: randomUUID() });

export function answerOf(standing: TurnOutcome) {
  if (standing.to === 'agent') throw new Error('An agent answers.');
  return standing.answering.answer;
}

/** Instances of the service with a model each; store and clock are shared, and fresh for each test. */
export function turnInstances() {
  const file = freshFixture(() => openSqlite());
  const clock = freshFixture(() => manualClock());

  /**
   * One instance of the service on the shared store, with a connection to it that can be cut, and a separate
   * model.
   */
  function instance() {
    const answerer = scriptedAnswerer();
    const line = { isCut: false, losesAnswers: false, reads: 0 };
    const store: ConversationStore = {
      ...file.conversations,
      async load(sessionId) {
        line.reads++;
        if (line.isCut) throw new AppError('store-unavailable');
        return await file.conversations.load(sessionId);
      },
      async commit(change) {
        if (line.isCut) throw new AppError('store-unavailable');
        const outcome = await file.conversations.commit(change);
        if (!line.losesAnswers) return outcome;
        line.losesAnswers = false;
        throw new AppError('store-unavailable');
      },
    };
    const telemetry = recordingTelemetry();
    const ending = new AbortController();
    const parts = {
      store,
      realtime: silentRealtime,
      visitorEvents: silentVisitorEvents,
      notices: noNotices,
      clock,
      random: realRandom,
      telemetry,
      background: background(telemetry),
    };
    const rateGate = {
      session: () => undefined,
      withMessageCounted: <T>(session: T) => session,
      sessionReads: () => Promise.resolve(),
    };
    const shared = {
      ...parts,
      conversations: conversations(parts),
      rateGate,
      requestBudget: { exempt: <T>(work: () => T) => work() },
      stopping: ending.signal,
    };
    const retry = retryOutage(shared);
    const ask = askModel({
      ...shared,
      retryOutage: retry,
      answerer,
      availability: { cached: () => undefined, today: () => Promise.resolve('2026-11-28') },
      profiles: { profileFor: () => Promise.resolve(PROFILE) },
      openTurnActions: () =>
        Promise.resolve({ offersAction: false, outcome: () => Promise.resolve(undefined) }),
      pricing: () => undefined,
    });
    const start = startTurn({ ...shared, retryOutage: retry, askModel: ask });
    const messages = visitorMessages({
      ...shared,
      startTurn: start,
      resumeTurn: resumeTurn({ ...shared, startTurn: start }),
      attachments: noFiles,
      startSession: startAnywhere,
      continueSession: () => Promise.reject(new AppError('session-closed')),
      threads: { markContinued: () => undefined },
    });
    return {
      answerer,
      line,
      ending,
      send: (body: Body) => messages.send(body, undefined, { keepPartial: true }),
    };
  }

  /** Advances the clock in small steps, and waits for what happens in each. */
  async function pass(ms: number, stepMs = 250): Promise<void> {
    for (let passed = 0; passed < ms; passed += stepMs) {
      clock.advance(stepMs);
      for (let turn = 0; turn < 12; turn++) await new Promise((resolve) => setImmediate(resolve));
    }
  }

  async function move({ sessionId }: Body, trigger: Trigger) {
    const conversation = await file.conversations.load(sessionId);
    if (!conversation) throw new Error('There is no conversation.');
    const { session, version } = conversation;
    const moved = transition(session, trigger, nowIso(clock));
    if (!moved.ok) throw new Error(moved.refusal);
    const { ok } = await file.conversations.commit({ session: moved.session, expected: version });
    if (!ok) throw new Error('It was not stored.');
  }
  const claim = (body: Body) => move(body, { type: 'claim', agent: MIA });

  const repliesIn = async ({ sessionId }: Body) =>
    (await file.conversations.messages(sessionId)).filter(({ role }) => role === 'assistant');

  async function figures() {
    const [hour] = await file.conversations.activity(...EVER);
    if (!hour) throw new Error('There are no figures.');
    const { assistantMessages, requests, inputTokens } = hour;
    return { visitorMessages: hour.visitorMessages, assistantMessages, requests, inputTokens };
  }

  return { file, clock, instance, pass, move, claim, repliesIn, figures };
}
