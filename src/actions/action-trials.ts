import { actionIssues, isSameServer } from './rules/action-rules.ts';
import { buildRequest } from './rules/action-request.ts';
import { checkValues } from './rules/parameter-values.ts';
import { tokenVisitor, type VisitorClaims } from './rules/visitor-claims.ts';
import { AppError } from '../core/errors.ts';
import type { ActionEdit, SecretHeader } from './records/action.ts';
import type { Ports } from '../ports.ts';
import type { ActionExchange, ExchangeAction } from './action-exchange.ts';
import type { Actions } from './stored-actions.ts';

/** An unsaved action from the editor, with values and a test visitor. */
interface ActionTrial {
  action: ActionEdit;
  /** The saved action whose secret headers are sent, if its URL has the same origin. */
  actionId?: string | undefined;
  values: Readonly<Record<string, string | number>>;
  visitor?:
    | { id: string; email?: string | undefined; claims?: Readonly<Record<string, string>> | undefined }
    | undefined;
}

/** The issuer of test visitors; no site and no directory uses it. */
const TEST_ISSUER = 'urn:chat:made-up-visitor';

/** Lets an admin test an action with its API. */
export function actionTrials({
  actions,
  exchange,
  random,
}: Pick<Ports, 'random'> & { actions: Pick<Actions, 'list'>; exchange: ExchangeAction }) {
  async function headersFor(
    assistantId: string,
    { action, actionId }: ActionTrial,
  ): Promise<readonly SecretHeader[]> {
    const all = await actions.list(assistantId);
    if (actionId === undefined) return [];
    const saved = all.find(({ id }) => id === actionId);
    if (!saved) throw new AppError('not-found');
    return isSameServer(saved, action) ? saved.secretHeaders : [];
  }

  return {
    /** Really calls the API, also for a change. Throws `not-found` for an unknown `actionId`. */
    async try(
      assistantId: string,
      edit: ActionTrial,
    ): Promise<{ problems: readonly string[] } | ActionExchange> {
      const { action, values: given, visitor } = edit;
      const secretHeaders = await headersFor(assistantId, edit);
      const issues = actionIssues(action);
      if (issues.length > 0) return { problems: issues.map(({ path, message }) => `${path} ${message}`) };
      if (action.audience === 'verified' && !visitor) {
        return { problems: ['This action is for verified visitors only.'] };
      }
      const checked = checkValues(action.parameters, given);
      if ('problems' in checked) return checked;
      const claims: VisitorClaims = visitor
        ? {
            ...visitor.claims,
            ...(visitor.email !== undefined && { email: visitor.email }),
            id: visitor.id,
          }
        : {};
      const built = buildRequest(action, checked.values, claims);
      if ('problems' in built) return { problems: built.problems };
      const verified = tokenVisitor(claims);
      return await exchange({
        action: { ...action, secretHeaders },
        values: checked.values,
        claims,
        subject: {
          ...(verified && { visitor: { issuer: TEST_ISSUER, ...verified } }),
          conversation: random.uuid(),
          isTest: true,
        },
        idempotencyKey: random.uuid(),
        signal: new AbortController().signal,
      });
    },
  };
}
