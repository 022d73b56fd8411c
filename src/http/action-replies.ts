import type { LabeledValue } from '../conversations/records/tried-action.ts';
import { fieldsOf } from '../lib/fields.ts';
import type { ActionExchange } from '../actions/action-exchange.ts';
import type { UsableAction } from '../actions/action-runner.ts';
import { ListedAction, type ActionReply, type TryActionReply } from '../actions/wire/actions.ts';
import { json, type HttpReply } from './request.ts';

const listedFields = fieldsOf(ListedAction);

/** An action for admins, without the ids of its secrets. */
export function listedAction(action: UsableAction): ListedAction {
  return listedFields({ ...action, secretHeaders: action.secretHeaders.map(({ name }) => name) });
}

export function actionReply(status: 200 | 201, assistantId: string, action: UsableAction): HttpReply {
  const { id, etag } = action;
  const location = `/api/assistants/${assistantId}/actions/${id}`;
  const headers = { etag, ...(status === 201 && { location }) };
  return json<ActionReply>(status, { action: listedAction(action) }, headers);
}

/** The result of an action's test: the request and the response. */
export function tryActionReply(tried: { problems: readonly string[] } | ActionExchange): TryActionReply {
  if ('problems' in tried) return { problems: [...tried.problems] };
  const { request, answer, run } = tried;
  const { status, reason, durationMs } = run.tried;
  const body = answer?.kind === 'answered' ? answer.body : undefined;
  return {
    problems: [],
    ...(request && { request: { ...request, headers: labelHeaders(request.headers) } }),
    answer: {
      ...(status !== undefined && { status }),
      ...(reason !== undefined && { reason }),
      ...(body !== undefined && { body: JSON.stringify(body, null, 2) }),
      durationMs,
      data: [...run.data],
      ...(run.sentence !== undefined && { sentence: run.sentence }),
    },
  };
}

function labelHeaders(headers: Readonly<Record<string, string>>): LabeledValue[] {
  return Object.entries(headers).map(([label, value]) => ({ label, value }));
}
