import type { LabeledValue, StoredAction, TriedAction } from '../../domain/records/action.ts';
import type { SessionRecord } from '../../domain/records/session.ts';

/** An action of an assistant, as its caller may use it. */
export interface UsableAction extends StoredAction {
  id: string;
  /** Changes with every change of the action. */
  etag: string;
}

/** Who uses actions: the visitor of a conversation, or an agent with the visitor's identity. */
export interface ActionCaller {
  session: Pick<SessionRecord, 'sessionId' | 'assistantId' | 'widget' | 'visitor' | 'visitorIssuer'>;
  agent?: { oid: string };
}

/** An action with values that its rules allow. */
export interface PreparedAction {
  action: UsableAction;
  /** By the names of the parameters; those of the visitor's identity and fixed ones are not among them. */
  values: Readonly<Record<string, string | number>>;
  /** The question of a change, with its values filled in. */
  question?: string;
  /** The exact values as a person reads them, without secret ones. */
  shown: readonly LabeledValue[];
}

/** The result of a run. `data` has the chosen fields of the answer; it is data, never instructions. */
export interface ActionRun {
  tried: TriedAction;
  data: readonly LabeledValue[];
  /** The text for the visitor if there is no data, such as the sentence of the status. */
  sentence?: string;
}

/** The use of actions by conversations, agents and tests. */
export interface ActionRunner {
  /** The enabled actions that a caller may use now. Costs nothing for an assistant without any. */
  usableBy(caller: ActionCaller): Promise<readonly UsableAction[]>;
  /** Checks values that a model, a form or an agent gave; a run with problems is not possible. */
  prepare(
    action: UsableAction,
    values: unknown,
    caller: ActionCaller,
  ): { prepared: PreparedAction } | { problems: readonly string[] };
  /**
   * Calls the API. A lookup runs with the action as it is known; a change reads it again, and is refused with
   * `changed` where it is another version than `prepared`, or is switched off. `idempotencyKey` is sent as
   * `Idempotency-Key` with a change.
   */
  run(
    prepared: PreparedAction,
    caller: ActionCaller,
    options: { signal: AbortSignal; idempotencyKey?: string },
  ): Promise<ActionRun>;
}
