import { NO_USAGE, WITHOUT_MODEL } from '../spending/rules/cost.ts';
import { nowIso } from '../lib/fields.ts';
import type { AnswerResult, Ports } from '../ports.ts';
import type { ServiceSwitches } from '../platform/switches.ts';
import type { AskModel } from './ask-model.ts';

/** The handoff of a visitor's request for an agent, so that the message does not count as unanswered. */
const HANDOFF: AnswerResult = {
  usage: NO_USAGE,
  model: WITHOUT_MODEL,
  sources: [],
  answered: true,
  requestHuman: { byVisitor: true },
};

type Dependencies = Pick<Ports, 'clock' | 'random'> & {
  switches: Pick<ServiceSwitches, 'current'>;
  say: (locale: string | undefined) => { teamAnswers: string };
};

/**
 * While the assistant is stopped, a turn calls no model, no action and no document search. The visitor gets a
 * fixed sentence, and an agent is requested. It adds no usage.
 */
export function withAssistantSwitch(askModel: AskModel, dependencies: Dependencies): AskModel {
  const { clock, random, switches, say } = dependencies;
  return async (turn, show) => {
    const call = { id: random.uuid(), content: '' };
    try {
      if (!(await switches.current()).assistantStopped) return await askModel(turn, show);
      const content = say(turn.session.locale).teamAnswers;
      show(content);
      return { ...call, content, endedAt: nowIso(clock), result: HANDOFF };
    } catch (failure) {
      return { ...call, endedAt: nowIso(clock), failure };
    }
  };
}
