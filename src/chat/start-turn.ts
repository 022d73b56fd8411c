import type { Message } from '../conversations/records/message.ts';
import type { SessionRecord } from '../conversations/records/session.ts';
import { NO_USAGE } from '../spending/rules/cost.ts';
import { AppError } from '../core/errors.ts';
import type { Usage } from '../spending/records/token-usage.ts';
import type { TurnWithReply, Turn } from '../conversations/rules/turn.ts';
import type { Ports, RequestBudget } from '../ports.ts';
import type { Background } from '../platform/background.ts';
import type { Conversations } from '../conversations/conversations.ts';
import type { AskModel } from './ask-model.ts';
import type { RetryOutage } from '../platform/retry-outage.ts';
import { storeRunningAction } from './store-running-action.ts';
import { replayBuffer, type Piece, type TextReader } from './replay-buffer.ts';
import { turnEnd } from './turn-end.ts';
import { turnLease, type TurnLease } from './turn-lease.ts';

/** The assistant's stored answer. */
export interface Answer extends Pick<TurnWithReply, 'session' | 'reply'> {
  usage: Usage;
}

/** An answer in progress; it is stored even without readers. */
export interface AnswerInProgress {
  /** Reads its text as it arrives; `onNews` is called when there is more text, and at the end. */
  read(onNews: () => void): TextReader;
  answer: Promise<Answer>;
}

/** The recipient of a visitor's stored message, with the answer in progress. */
export type TurnOutcome =
  | { to: 'agent'; session: SessionRecord; message: Message }
  | { to: 'assistant'; session: SessionRecord; message: Message; answering: AnswerInProgress };

/** Calls the model for a leased turn, and stores the answer: one reply per message (ADR 2). */
export type StartTurn = (turn: Turn) => AnswerInProgress;

type Dependencies = Pick<Ports, 'clock' | 'store'> & {
  conversations: Conversations;
  askModel: AskModel;
  requestBudget: Pick<RequestBudget, 'exempt'>;
  retryOutage: RetryOutage;
  background: Background;
};

/** The second half of a turn: the model call, and the reply that `turn-end.ts` stores. */
export function startTurn(dependencies: Dependencies): StartTurn {
  const { askModel, retryOutage, background } = dependencies;
  const { saveReply, abandon } = turnEnd(dependencies);

  async function run(turn: Turn, lease: TurnLease, show: (piece: Piece) => void): Promise<Answer> {
    const call = await askModel(turn, show);
    const asked = { ...turn, call };
    const { result, content, failure } = call;
    if (!result) {
      if (content !== '' && turn.keepPartial) await retryOutage(() => saveReply(asked, lease));
      else await abandon(asked, lease);
      throw failure instanceof Error ? failure : new AppError('assistant-unavailable', { reason: 'empty' });
    }
    const { session, reply } = await retryOutage(() => saveReply(asked, lease));
    return { session, reply, usage: call.used?.usage ?? NO_USAGE };
  }

  return (turn) =>
    // The model may take longer than the request's budget.
    dependencies.requestBudget.exempt(() => {
      const pieces = replayBuffer();
      const lease = turnLease(turn, dependencies);
      const show = (piece: Piece) => {
        pieces.push(piece);
        if (typeof piece !== 'string') storeRunningAction(turn.message, piece, { ...dependencies, lease });
      };
      const answer = run(turn, lease, show).finally(() => {
        lease.end();
        pieces.end();
      });
      // Readers get the failure. Without readers, this prevents an unhandled rejection.
      background.run(answer.then(undefined, () => undefined));
      return { read: pieces.read, answer };
    });
}
