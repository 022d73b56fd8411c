import type { Assistant, Draft, DraftReply } from '../../../../assistants/wire/assistants.ts';
import { adminApi } from '../../../ui/admin-api.ts';
import { ErrorNotice } from '../../../ui/notice.tsx';
import { useLive } from '../../../ui/live.ts';
import { savedAssistant, assistantRequest } from './assistant-edit.ts';
import { DocumentSet } from '../../knowledge/documents/document-set.tsx';
import { Section } from '../../parts/section.tsx';
import { useAction } from '../../../ui/use-action.ts';
import { Button } from '../../../ui/button.tsx';

type Documents = Draft['documents'];

const CHANGES = { added: 'Added', replaced: 'Replaced', removed: 'Removed' } as const;

interface DraftDocumentsProps {
  /** The assistant's API path. */
  path: string;
  assistant: Assistant;
  /** Undefined without a draft. */
  draft: Draft | undefined;
}

export function DraftDocuments({ path, assistant, draft }: DraftDocumentsProps) {
  const { refresh } = useLive(`${path}/draft`);
  const action = useAction();
  const documents = `${path}/draft/documents`;
  const act = (work: () => Promise<DraftReply>) =>
    action.run(async () => {
      await work();
      await refresh();
    });
  const begin = () =>
    adminApi.send<DraftReply>('PUT', `${path}/draft`, assistantRequest(savedAssistant(assistant).edit));
  const remove = (name: string, change = '') =>
    act(() => adminApi.send<DraftReply>('DELETE', `${documents}/${encodeURIComponent(name)}${change}`));

  return (
    <Section id="draft-documents" title="Documents">
      {draft ? (
        <>
          <p class="quiet">These documents are used when the draft is published.</p>
          <DocumentSet<Documents[number]>
            path={documents}
            documents={draft.documents}
            taken={draft.documents.filter(({ change }) => change !== 'removed')}
            replacing="Replacement takes effect when the draft is published."
            none="No documents."
            mark={({ change }) => change !== 'none' && <span class="mark-of">{CHANGES[change]}</span>}
            isReadable={({ change }) => change !== 'removed'}
            actions={({ name, change }) => (
              <Button
                class="link"
                disabled={action.running}
                onClick={() => remove(name, change === 'none' ? '' : '/change')}
              >
                {change === 'none' ? 'Remove' : 'Undo'}
                <span class="unseen"> {name}</span>
              </Button>
            )}
            onChanged={refresh}
          />
        </>
      ) : (
        <>
          <p>Change and test documents before visitors get them.</p>
          <div class="row">
            <Button disabled={action.running} onClick={() => act(begin)}>
              Change documents
            </Button>
          </div>
        </>
      )}
      <ErrorNotice sentence={action.problem} />
    </Section>
  );
}
