import type { SqliteStore } from '../../../src/adapters/store/sqlite.ts';
import { AppError } from '../../../src/domain/errors.ts';
import { pricing } from '../../../src/domain/cost.ts';
import type { AssistantEdit } from '../../../src/domain/records/assistant.ts';
import { evaluationRecords, type RunKey } from '../../../src/services/assistants/evaluation-records.ts';
import { evaluationRunner } from '../../../src/services/assistants/evaluation-runner.ts';
import { evaluations } from '../../../src/services/assistants/evaluations.ts';
import { questionSets } from '../../../src/services/assistants/question-sets.ts';
import { dailyBudgetCheck, tokensSpentToday } from '../../../src/services/chat/daily-budget.ts';
import { otherTokenUsage } from '../../../src/services/platform/other-token-usage.ts';
import { background } from '../../../src/services/platform/background.ts';
import { heardTelemetry } from '../../support/ports/heard-telemetry.ts';
import type { ManualClock } from '../../support/clocks/manual-clock.ts';
import { realRandom } from '../../support/ports/real-random.ts';
import type { ScriptedAnswerer } from '../../support/ports/scripted-answerer.ts';

/** The assistant that is evaluated. */
export const EDIT: AssistantEdit = {
  name: 'Mia',
  instructions: 'You are Mia.',
  greeting: '',
  knowledge: { kind: 'folder', folder: '' },
  handoff: 'when-unsure',
};

export const LIVE = { assistantId: 'default', subject: 'live' } as const;

export interface EvaluationOptions {
  /** Tokens a day; none where it is 0. */
  budget?: number;
  /** Of what is tested; `gone` and `misconfigured` are assistants that are. */
  fingerprint?: () => string;
}

/** What one instance of the service evaluates with; several share the store. */
export function evaluationInstance(
  { store, clock, model }: { store: SqliteStore; clock: ManualClock; model: ScriptedAnswerer },
  { budget = 0, fingerprint = () => 'one' }: EvaluationOptions = {},
) {
  const ending = new AbortController();
  const telemetry = heardTelemetry();
  const work = background(telemetry);
  const ports = { ledger: store.ledger, clock, random: realRandom, telemetry };
  const sets = questionSets(ports);
  const records = evaluationRecords(ports);
  const otherUsage = otherTokenUsage(ports);
  const subjects = () => {
    const tested = fingerprint();
    if (tested === 'gone') return Promise.reject(new AppError('assistant-not-found'));
    if (tested === 'misconfigured') {
      return Promise.reject(new AppError('misconfigured', { setting: 'KNOWLEDGE_DIR' }));
    }
    const profile = { ...EDIT, knowledge: { kind: 'folder', folder: '' } as const };
    return Promise.resolve({ edit: EDIT, profile, fingerprint: tested });
  };
  const spending = { store: store.conversations, clock, otherUsage };
  const runner = evaluationRunner({
    ...ports,
    answerer: model,
    requestBudget: { pause: (paused) => paused() },
    stopping: ending.signal,
    records,
    sets,
    subjects,
    otherUsage,
    isBudgetSpent: dailyBudgetCheck({ ...spending, budget }),
    pricing: pricing({}),
    newOwner: realRandom.uuid,
  });
  const all = evaluations({
    ...ports,
    records,
    runner,
    sets,
    subjects,
    background: work,
    requestBudget: { leave: (left) => left() },
  });
  return {
    ...all,
    sets,
    spent: () => tokensSpentToday(spending),
    settled: () => work.settled(),
    /** Aborts the instance's work, as SIGTERM does. */
    stop: () => ending.abort(new AppError('assistant-unavailable', { reason: 'shutdown' })),
  };
}
type Instance = ReturnType<typeof evaluationInstance>;

/** A new set of this many questions; its id. */
async function setOf({ sets }: Instance, count: number): Promise<string> {
  const { id } = await sets.create('Shop');
  const lines = Array.from({ length: count }, (_, at) => ({ question: `Question ${at}`, facts: ['hello'] }));
  await sets.add(id, lines);
  return id;
}

/** A run of the live assistant over a new set, which has begun. */
export async function begun(one: Instance, count: number): Promise<RunKey> {
  const setId = await setOf(one, count);
  const { id } = await one.start(setId, LIVE);
  return { setId, runId: id };
}
