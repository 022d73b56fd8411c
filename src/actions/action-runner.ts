import type { StoredAction } from './records/action.ts';
import type { LabeledValue, TriedAction } from '../conversations/records/tried-action.ts';
import type { SessionRecord } from '../conversations/records/session.ts';

/** An action of an assistant that a caller may use. */
export interface UsableAction extends StoredAction {
  id: string;
  /** The entity tag of the stored action. */
  etag: string;
}

/** The caller of actions: the visitor of a conversation, or an agent on the visitor's behalf. */
export interface ActionCaller {
  session: Pick<
    SessionRecord,
    'sessionId' | 'assistantId' | 'locale' | 'widget' | 'visitor' | 'visitorIssuer'
  >;
  agent?: { oid: string };
}

/** An action with validated values. */
export interface PreparedAction {
  action: UsableAction;
  /** By parameter name, without parameters from claims and fixed ones. */
  values: Readonly<Record<string, string | number>>;
  /** The confirmation question of a change, with the values in it. */
  question?: string;
  /** The values with their labels, for people. */
  shown: readonly LabeledValue[];
}

/** The result of a run. `data`: the chosen fields of the response; for a model it is untrusted data. */
export interface ActionRun {
  tried: TriedAction;
  data: readonly LabeledValue[];
  /** All chosen fields are missing in the response, for example because its list is empty. */
  foundNothing?: true;
  /** The visitor's text if there is no data, such as the sentence of an HTTP status. */
  sentence?: string;
}

/** Runs actions for conversations, agents and tests. */
export interface ActionRunner {
  /** The enabled actions that a caller may use. No read of the store for an assistant without actions. */
  usableBy(caller: ActionCaller): Promise<readonly UsableAction[]>;
  /** Validates the values from a model, a form or an agent; `problems` are texts for their author. */
  prepare(
    action: UsableAction,
    values: unknown,
    caller: ActionCaller,
  ): { prepared: PreparedAction } | { problems: readonly string[] };
  /**
   * Calls the API. A lookup uses the cached action. A change reads the action again, and is refused with
   * `changed` if its version differs from `prepared` or it is switched off. `idempotencyKey` is sent with a
   * change in the `Idempotency-Key` header.
   */
  run(
    prepared: PreparedAction,
    caller: ActionCaller,
    options: { signal: AbortSignal; idempotencyKey?: string },
  ): Promise<ActionRun>;
}
