import { entityTag } from '../lib/entity-tag.ts';
import { profileTag } from './rules/assistants.ts';
import { AppError } from '../core/errors.ts';
import type { AssistantEdit } from './records/assistant.ts';
import { listedDocument, type AssistantDocument } from './records/listed-assistant.ts';
import { documentsKey } from '../knowledge/rules/revision-documents.ts';
import { withProfile } from './rules/revisions.ts';
import type { Random } from '../ports.ts';
import { refuseStale, type Expected } from '../platform/ledger-records.ts';
import type { AssistantChanges } from './assistant-changes.ts';
import type { LiveRevisions } from './live-revisions.ts';
import type { StoredRevisions } from './stored-revisions.ts';

/** An earlier version of an assistant. */
interface AssistantVersion {
  id: string;
  edit: AssistantEdit;
  documents: readonly AssistantDocument[];
  /** When it was replaced by the next one. */
  replacedAt: string;
}

interface Dependencies {
  random: Random;
  changes: Pick<AssistantChanges, 'change'>;
  live: Pick<LiveRevisions, 'current'>;
  revisions: Pick<StoredRevisions, 'read'>;
}

/** The earlier versions of assistants. Both methods throw `assistant-not-found`. */
export function assistantVersions({ random, changes, live, revisions }: Dependencies) {
  return {
    /** The last ten, newest first. */
    async list(assistantId: string): Promise<AssistantVersion[]> {
      const current = await live.current(assistantId);
      if (!current) throw new AppError('assistant-not-found');
      const { history } = current.record.value;
      const found = await Promise.all(
        history.map(async ({ revision, replacedAt }) => {
          const stored = await revisions.read(assistantId, revision);
          return (
            stored && {
              id: revision,
              edit: stored.edit,
              documents: stored.documents.map(listedDocument),
              replacedAt,
            }
          );
        }),
      );
      return found.filter((version) => version !== undefined);
    },

    /**
     * Makes an earlier version live again, with its documents; this can be undone in the same way. Throws
     * `version-not-found` if it is no longer stored, `precondition-failed` if the profile differs from
     * `expected`.
     */
    async restore(assistantId: string, versionId: string, expected?: Expected): Promise<void> {
      await changes.change(assistantId, async ({ record, at }) => {
        refuseStale(record.value.tag, expected?.map(profileTag));
        // A repeat of the call changes nothing.
        if (record.value.live.revision === versionId) return undefined;
        const isKept = record.value.history.some(({ revision }) => revision === versionId);
        const version = isKept ? await revisions.read(assistantId, versionId) : undefined;
        if (!version) throw new AppError('version-not-found');
        const { edit, documents } = version;
        const restored = { revision: versionId, documentsKey: documentsKey(documents), edit };
        return withProfile(record.value, restored, { at, tag: entityTag(random.uuid()) });
      });
    },
  };
}
