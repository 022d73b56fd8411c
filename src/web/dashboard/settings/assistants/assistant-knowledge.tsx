import { isOwnSource } from '../../../../knowledge/rules/documents.ts';
import type { Assistant, AssistantsReply } from '../../../../assistants/wire/assistants.ts';
import { adminApi } from '../../../ui/admin-api.ts';
import { ConfirmedButton } from '../../../ui/confirm.tsx';
import { SelectField } from '../../../ui/field.tsx';
import { UntrustedText } from '../../../ui/untrusted-text.tsx';
import { showControlCharacters } from '../../../ui/visible.ts';
import { DocumentSet } from '../../knowledge/documents/document-set.tsx';
import type { Editor } from '../../parts/draft.ts';
import type { AssistantDraft } from './assistant-edit.ts';
import { Section } from '../../parts/section.tsx';

interface KnowledgeFolderProps extends Pick<Editor<AssistantDraft>, 'edit' | 'change'> {
  choices: AssistantsReply;
}

/** The option for no folder. No folder has this name. */
const NONE = '/';

/** The knowledge folder of an assistant, in addition to its documents. */
export function KnowledgeFolder({ edit, change, choices }: KnowledgeFolderProps) {
  const { knowledge } = edit;
  const folder = knowledge.kind === 'folder' ? knowledge.folder : NONE;
  const chosen = (value: string) => (value === NONE ? ({ kind: 'documents' } as const) : folderOf(value));
  return (
    <Section id="assistant-knowledge" title="Folder of the server">
      <SelectField
        path="knowledge.folder"
        label="Folder"
        hint="Markdown files of the folder that KNOWLEDGE_DIR names, or of a folder in it."
        value={folder}
        options={[
          [NONE, 'None'],
          ['', 'All folders'],
          ...foldersWith(choices.folders, folder).map((name) => [name, showControlCharacters(name)] as const),
        ]}
        onChange={(value) => change({ knowledge: chosen(value) })}
      />
    </Section>
  );
}

const folderOf = (folder: string) => ({ kind: 'folder' as const, folder });

/**
 * The options. A selected folder that no longer exists stays in the list, so that no other one is selected by
 * accident.
 */
const foldersWith = (folders: readonly string[], chosen: string): readonly string[] =>
  chosen === '' || chosen === NONE || folders.includes(chosen) ? folders : [...folders, chosen];

interface LiveDocumentsProps {
  /** The assistant's API path. */
  path: string;
  assistant: Assistant;
  refresh: () => Promise<void>;
}

/** Uploaded documents. Changes take effect immediately, independently of the form. */
export function LiveDocuments({ path, assistant, refresh }: LiveDocumentsProps) {
  const documents = `${path}/documents`;
  return (
    <Section id="documents" title="Documents">
      <p class="quiet">A document is used as soon as it is added.</p>
      <DocumentSet
        path={documents}
        documents={assistant.documents.filter(({ source }) => isOwnSource(source))}
        taken={assistant.documents}
        replacing="Replacement takes effect immediately."
        none="No documents yet."
        actions={({ name }) => (
          <ConfirmedButton
            label={
              <>
                Remove<span class="unseen"> {name}</span>
              </>
            }
            class="link"
            title="Remove this document?"
            action="Remove document"
            run={async () => {
              await adminApi.send('DELETE', `${documents}/${encodeURIComponent(name)}`);
              await refresh();
            }}
          >
            <p>
              <UntrustedText text={name} /> is deleted permanently, and the assistant no longer uses it.
            </p>
          </ConfirmedButton>
        )}
        onChanged={refresh}
      />
    </Section>
  );
}
