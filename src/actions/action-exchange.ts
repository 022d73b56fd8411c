import { buildRequest } from './rules/action-request.ts';
import { changesSomething, hostOf } from './rules/action-rules.ts';
import { answerData, sentenceOf, withoutSecrets } from './rules/answer-data.ts';
import type { ActionValues } from './rules/parameter-values.ts';
import type { VisitorClaims } from './rules/visitor-claims.ts';
import { AppError } from '../core/errors.ts';
import type { ActionEdit, SecretHeader } from './records/action.ts';
import type { ActionOutcome, ActionReason, TriedAction } from '../conversations/records/tried-action.ts';
import { PRODUCT_TOKEN } from '../websites/rules/reader-notice.ts';
import type { ActionAnswer, ActionCalls, ActionRequest, ActionSubject, ActionTokens } from '../ports.ts';
import type { ActionRun } from './action-runner.ts';
import type { ActionSecrets } from './action-secrets.ts';

/** A call of an action, with validated values. */
interface ActionExchangeRequest {
  action: ActionEdit & { secretHeaders: readonly SecretHeader[] };
  values: ActionValues;
  claims: VisitorClaims;
  subject: ActionSubject;
  idempotencyKey?: string | undefined;
  signal: AbortSignal;
}

/** A request and its response, with masked secrets. */
export interface ActionExchange {
  run: ActionRun;
  /** Absent if the request could not be built. */
  request?: ActionRequest;
  answer?: ActionAnswer;
}

/** Calls the API of an action. Failures are results, never errors; an abort throws the signal's reason. */
export type ExchangeAction = (request: ActionExchangeRequest) => Promise<ActionExchange>;

/** The mask of a secret. */
const HIDDEN = '•••';
/** The minimum length of a masked part of a secret, in characters; shorter ones are words such as `Basic`. */
const SECRET_PART = 8;

export function actionExchange({
  actionCalls,
  actionTokens,
  secrets,
}: {
  actionCalls: ActionCalls;
  actionTokens: ActionTokens;
  secrets: Pick<ActionSecrets, 'read'>;
}): ExchangeAction {
  async function ownHeaders(
    { action, subject, idempotencyKey }: ActionExchangeRequest,
    body: string | undefined,
  ): Promise<Record<string, string>> {
    return {
      accept: 'application/json',
      'user-agent': PRODUCT_TOKEN,
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(idempotencyKey !== undefined && changesSomething(action) && { 'idempotency-key': idempotencyKey }),
      'x-chat-visitor': await actionTokens.sign(subject, hostOf(action)),
    };
  }

  async function headersOf(asked: ActionExchangeRequest, body: string | undefined) {
    try {
      const [own, secret] = await Promise.all([
        ownHeaders(asked, body),
        secrets.read(asked.action.secretHeaders),
      ]);
      return { own, secret };
    } catch (error) {
      // The vault, or the store with the name of the key, is unavailable.
      if (error instanceof AppError) return undefined;
      throw error;
    }
  }

  return async (asked) => {
    const { action, values, claims, signal } = asked;
    signal.throwIfAborted();
    const built = buildRequest(action, values, claims);
    if ('problems' in built) return { run: refusedRun(action, built.reason) };
    const { url, body } = built.request;
    const headers = await headersOf(asked, body);
    signal.throwIfAborted();
    if (!headers) return { run: refusedRun(action, 'secrets-unavailable') };
    const { own, secret } = headers;
    const request = { method: action.method, url, ...(body !== undefined && { body }) };
    const answer = await actionCalls.call({ ...request, headers: { ...secret, ...own } }, signal);
    const hidden = [...Object.values(secret).flatMap(partsOf), own['x-chat-visitor'] ?? HIDDEN];
    const shown =
      answer.kind === 'answered' ? { ...answer, body: withoutSecrets(answer.body, hidden) } : answer;
    return {
      request: { ...request, headers: shownHeaders(own, secret) },
      answer: shown,
      run: runOf(action, shown),
    };
  };
}

/** The result of an action that was refused without a call of its API. */
export function refusedRun(
  { name, title }: Pick<ActionEdit, 'name' | 'title'>,
  reason: ActionReason,
): ActionRun {
  return { tried: { name, title, outcome: 'refused', reason, durationMs: 0 }, data: [] };
}

function runOf(action: ActionEdit, answer: ActionAnswer): ActionRun {
  const { name, title, fields } = action;
  const { status, durationMs } = answer;
  const triedAs = (outcome: ActionOutcome, reason?: ActionReason): TriedAction => ({
    name,
    title,
    outcome,
    ...(reason !== undefined && { reason }),
    ...(status !== undefined && { status }),
    durationMs,
  });
  if (answer.kind === 'failed') {
    if (isDoneAnyway(action, answer)) return { tried: triedAs('answered', answer.reason), data: [] };
    const isCalled = answer.reason !== 'address-refused' && answer.reason !== 'circuit-open';
    return { tried: triedAs(isCalled ? 'failed' : 'refused', answer.reason), data: [] };
  }
  const isSuccess = answer.status >= 200 && answer.status < 300;
  const sentence = sentenceOf(action, answer.status);
  const data = isSuccess ? answerData(fields, answer.body) : [];
  // A server or gateway that failed may have made the change; a configured sentence is the API's own word.
  const isUnclear = changesSomething(action) && answer.status >= 500 && sentence === undefined;
  return {
    tried: isSuccess ? triedAs('answered') : triedAs(isUnclear ? 'failed' : 'refused', 'status'),
    data,
    ...(isSuccess && fields.length > 0 && data.length === 0 && { foundNothing: true }),
    ...(sentence !== undefined && { sentence }),
  };
}

/**
 * Whether the API returned success with a response that is not needed: a change is done, whatever text it
 * returns, and a lookup without fields needs none.
 */
function isDoneAnyway(action: ActionEdit, { reason, status }: ActionAnswer & { kind: 'failed' }): boolean {
  const isUnusable = reason === 'not-json' || reason === 'too-long';
  const isSuccess = status !== undefined && status >= 200 && status < 300;
  return isUnusable && isSuccess && (changesSomething(action) || action.fields.length === 0);
}

/** A secret and its parts, longest first: an API can echo the part after `Bearer`. */
function partsOf(secret: string): string[] {
  const parts = secret.split(/\s+/).filter((part) => part.length >= SECRET_PART);
  return [secret, ...parts];
}

/**
 * The headers for display: secrets are masked, and the token is shown by its claims, without its signature.
 */
function shownHeaders(own: Record<string, string>, secret: Record<string, string>): Record<string, string> {
  const payload = own['x-chat-visitor']?.split('.')[1] ?? '';
  return {
    ...own,
    'x-chat-visitor': Buffer.from(payload, 'base64url').toString('utf8'),
    ...Object.fromEntries(Object.keys(secret).map((name) => [name, HIDDEN])),
  };
}
