import { actionIssues, isSameServer } from '../../domain/actions/action-rules.ts';
import { builtRequest } from '../../domain/actions/action-request.ts';
import { checkedValues } from '../../domain/actions/parameter-values.ts';
import { tokenVisitor, type VisitorClaims } from '../../domain/actions/visitor-claims.ts';
import { AppError } from '../../domain/errors.ts';
import type { ActionEdit, SecretHeader } from '../../domain/records/action.ts';
import type { Ports } from '../../ports.ts';
import type { ActionExchange, ExchangeAction } from './action-exchange.ts';
import type { Actions } from './stored-actions.ts';

/** An action as it is in the editor, with values and a made-up visitor. */
export interface TriedEdit {
  action: ActionEdit;
  /** The saved action whose headers with secrets are sent, if it calls the same server. */
  actionId?: string | undefined;
  values: Readonly<Record<string, string | number>>;
  visitor?:
    | { id: string; email?: string | undefined; claims?: Readonly<Record<string, string>> | undefined }
    | undefined;
}

/** Calls the API of an action as an admin, before visitors get it. */
export interface ActionTrying {
  /** `not-found` for an unknown `actionId`. A change is made as well: only a lookup changes nothing. */
  try(assistantId: string, edit: TriedEdit): Promise<{ problems: readonly string[] } | ActionExchange>;
}

/** The issuer of made-up visitors, which no site and no directory has. */
const MADE_UP = 'urn:chat:made-up-visitor';

export function actionTrying({
  actions,
  exchange,
  random,
}: Pick<Ports, 'random'> & { actions: Pick<Actions, 'list'>; exchange: ExchangeAction }): ActionTrying {
  async function headersFor(
    assistantId: string,
    { action, actionId }: TriedEdit,
  ): Promise<readonly SecretHeader[]> {
    const all = await actions.list(assistantId);
    if (actionId === undefined) return [];
    const saved = all.find(({ id }) => id === actionId);
    if (!saved) throw new AppError('not-found');
    return isSameServer(saved, action) ? saved.secretHeaders : [];
  }

  return {
    async try(assistantId, edit) {
      const { action, values: given, visitor } = edit;
      const secretHeaders = await headersFor(assistantId, edit);
      const issues = actionIssues(action);
      if (issues.length > 0) return { problems: issues.map(({ path, message }) => `${path} ${message}`) };
      if (action.audience === 'verified' && !visitor) {
        return { problems: ['This action is for verified visitors only.'] };
      }
      const checked = checkedValues(action.parameters, given);
      if ('problems' in checked) return checked;
      const claims: VisitorClaims = visitor
        ? {
            ...visitor.claims,
            ...(visitor.email !== undefined && { email: visitor.email }),
            id: visitor.id,
          }
        : {};
      const built = builtRequest(action, checked.values, claims);
      if ('problems' in built) return { problems: built.problems };
      const verified = tokenVisitor(claims);
      return await exchange({
        action: { ...action, secretHeaders },
        values: checked.values,
        claims,
        subject: {
          ...(verified && { visitor: { issuer: MADE_UP, ...verified } }),
          conversation: random.uuid(),
          isTest: true,
        },
        idempotencyKey: random.uuid(),
        signal: new AbortController().signal,
      });
    },
  };
}
