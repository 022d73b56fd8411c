import { actionIssues, isSameServer, mayBeSecretHeader } from './rules/action-rules.ts';
import { AppError, invalidField } from '../core/errors.ts';
import { nowIso } from '../lib/fields.ts';
import {
  actionEditOf,
  MAX_ACTIONS,
  StoredAction,
  type ActionEdit,
  type SecretHeader,
} from './records/action.ts';
import type { Ports } from '../ports.ts';
import { removeDocument } from '../platform/ledger-documents.ts';
import { ledgerRecords, refuseStale, type Expected, type LedgerRecord } from '../platform/ledger-records.ts';
import type { UsableAction } from './action-runner.ts';
import type { ActionSecrets } from './action-secrets.ts';

/** The maximum number of headers with secrets per action. */
const MAX_HEADERS = 10;

type Dependencies = Pick<Ports, 'clock' | 'ledger' | 'random' | 'telemetry'> & {
  secrets: ActionSecrets;
  requireAssistant: (assistantId: string) => Promise<void>;
  /** Sets `hasActions` in the record of an assistant. */
  markHasActions: (assistantId: string) => Promise<void>;
  /** Called after each change. */
  onChanged: (assistantId: string) => void;
};

const kindOf = (assistantId: string) => `actions-${assistantId}`;

/** Stores actions in the ledger, one document each. */
export function storedActions(dependencies: Dependencies) {
  const { clock, ledger, random, secrets, requireAssistant, markHasActions, onChanged } = dependencies;
  const records = (assistantId: string) =>
    ledgerRecords({
      ...dependencies,
      kind: kindOf(assistantId),
      schema: StoredAction,
      missing: 'not-found',
    });
  const now = () => nowIso(clock);

  async function of(assistantId: string): Promise<UsableAction[]> {
    const all = (await records(assistantId).list()).map(usable);
    return all.toSorted(
      (one, other) => one.createdAt.localeCompare(other.createdAt) || one.id.localeCompare(other.id),
    );
  }

  function refuse(edit: ActionEdit, others: readonly UsableAction[]): void {
    const issues = actionIssues(edit);
    if (others.some(({ name }) => name === edit.name)) {
      issues.push({ path: 'name', message: 'is the name of another action' });
    }
    if (issues.length > 0) throw new AppError('validation-failed', { issues });
  }

  /** Changes the newest version, and erases the secrets that it no longer uses. */
  async function update(
    assistantId: string,
    id: string,
    expected: Expected,
    edit: (action: StoredAction) => Omit<StoredAction, 'createdAt' | 'updatedAt'>,
  ): Promise<UsableAction> {
    await requireAssistant(assistantId);
    let before: readonly SecretHeader[] = [];
    const record = await records(assistantId).change(id, ({ value, etag }) => {
      refuseStale(etag, expected);
      before = value.secretHeaders;
      return { ...edit(value), createdAt: value.createdAt, updatedAt: now() };
    });
    const kept = new Set(record.value.secretHeaders.map(({ secretId }) => secretId));
    secrets.erase(before.filter(({ secretId }) => !kept.has(secretId)));
    onChanged(assistantId);
    return usable(record);
  }

  return {
    /** The same as `list`, without the check that the assistant exists. */
    of,

    /** In the order of creation. */
    async list(assistantId: string): Promise<UsableAction[]> {
      await requireAssistant(assistantId);
      return await of(assistantId);
    },

    /** Reads without a cache; undefined if it does not exist. */
    async find(assistantId: string, id: string): Promise<UsableAction | undefined> {
      const record = await records(assistantId).find(id, 'strong');
      return record && usable(record);
    },

    async create(assistantId: string, edit: ActionEdit): Promise<UsableAction> {
      await requireAssistant(assistantId);
      const others = await of(assistantId);
      refuse(edit, others);
      if (others.length >= MAX_ACTIONS) {
        throw invalidField('name', `is one action too many: an assistant has ${MAX_ACTIONS} at most`);
      }
      // Later than the last one, because the list is in the order of creation.
      const last = others.at(-1);
      const afterMs = last ? Date.parse(last.createdAt) + 1 : 0;
      const at = new Date(Math.max(clock.now(), afterMs)).toISOString();
      const value = { ...edit, secretHeaders: [], createdAt: at, updatedAt: at };
      await markHasActions(assistantId);
      const record = await records(assistantId).create(random.uuid(), value);
      onChanged(assistantId);
      return usable(record);
    },

    /** If the edit changes the origin of the URL, the secret headers are removed. */
    async change(
      assistantId: string,
      id: string,
      edit: ActionEdit,
      expected?: Expected,
    ): Promise<UsableAction> {
      await requireAssistant(assistantId);
      refuse(
        edit,
        (await of(assistantId)).filter((other) => other.id !== id),
      );
      return await update(assistantId, id, expected, (action) => ({
        ...edit,
        secretHeaders: isSameServer(action, edit) ? action.secretHeaders : [],
      }));
    },

    async remove(assistantId: string, id: string, expected?: Expected): Promise<void> {
      await requireAssistant(assistantId);
      let before: readonly SecretHeader[] = [];
      await records(assistantId).remove(id, ({ value, etag }) => {
        refuseStale(etag, expected);
        before = value.secretHeaders;
      });
      secrets.erase(before);
      onChanged(assistantId);
    },

    /** Adds a secret header, or replaces the one with the same name. */
    async setHeader(
      assistantId: string,
      id: string,
      { name, value }: { name: string; value: string },
      expected?: Expected,
    ): Promise<UsableAction> {
      if (!mayBeSecretHeader(name)) throw invalidField('name', 'is a header that the service writes itself');
      await requireAssistant(assistantId);
      const header = await secrets.add(name, value);
      try {
        return await update(assistantId, id, expected, (action) => {
          const others = without(action.secretHeaders, name);
          if (others.length >= MAX_HEADERS) {
            throw invalidField('name', `is one header too many: an action has ${MAX_HEADERS} at most`);
          }
          return { ...actionEditOf(action), secretHeaders: [...others, header] };
        });
      } catch (error) {
        // If the store is unavailable, the write may have succeeded, so the secret is kept.
        if (error instanceof AppError && error.code !== 'store-unavailable') secrets.erase([header]);
        throw error;
      }
    },

    removeHeader: (
      assistantId: string,
      id: string,
      name: string,
      expected?: Expected,
    ): Promise<UsableAction> =>
      update(assistantId, id, expected, (action) => {
        const others = without(action.secretHeaders, name);
        if (others.length === action.secretHeaders.length) throw new AppError('not-found');
        return { ...actionEditOf(action), secretHeaders: others };
      }),

    /** Deletes the actions of a deleted assistant. */
    async removeAll(assistantId: string): Promise<void> {
      const kind = kindOf(assistantId);
      for (const { id } of await ledger.list(kind)) {
        let headers: readonly SecretHeader[] = [];
        await removeDocument('actions', dependencies, { kind, id, schema: StoredAction }, (stored) => {
          headers = stored?.value.secretHeaders ?? [];
        });
        secrets.erase(headers);
      }
      onChanged(assistantId);
    },
  };
}

/**
 * The actions of assistants. A missing assistant is `assistant-not-found`, a missing action or header
 * `not-found`.
 */
export type Actions = ReturnType<typeof storedActions>;

function without(headers: readonly SecretHeader[], name: string): SecretHeader[] {
  return headers.filter((header) => header.name.toLowerCase() !== name.toLowerCase());
}

function usable({ id, value, etag }: LedgerRecord<StoredAction>): UsableAction {
  return { ...value, id, etag };
}
