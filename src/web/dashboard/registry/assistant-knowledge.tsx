import type { Assistant, AssistantsReply } from '../../../wire/assistants.ts';
import type { Editor } from '../draft.ts';
import { Choice } from '../../ui/choice.tsx';
import { SelectField } from '../../ui/field.tsx';
import { visible } from '../../ui/visible.ts';
import type { AssistantDraft } from './assistant-edit.ts';

const KINDS = [
  ['folder', 'A folder'],
  ['documents', 'Uploaded documents'],
] as const;

interface AssistantKnowledgeProps extends Pick<Editor<AssistantDraft>, 'edit' | 'change'> {
  assistant: Assistant | undefined;
  choices: AssistantsReply;
}

/** The knowledge of an assistant. */
export function AssistantKnowledge(props: AssistantKnowledgeProps) {
  const { edit, change, assistant, choices } = props;
  const { knowledge } = edit;
  return (
    <section class="card part" aria-labelledby="assistant-knowledge">
      <h2 id="assistant-knowledge">Knowledge</h2>
      <div class="field">
        <Choice
          label="Knowledge"
          options={KINDS}
          value={knowledge.kind}
          onChoose={(kind) => change({ knowledge: kind === 'folder' ? { kind, folder: '' } : { kind } })}
        />
      </div>
      {knowledge.kind === 'folder' ? (
        <SelectField
          path="knowledge.folder"
          label="Folder"
          hint="A subfolder of the deployment’s knowledge folder."
          value={knowledge.folder}
          options={[
            ['', 'All folders'],
            ...foldersWith(choices.folders, knowledge.folder).map((name) => [name, visible(name)] as const),
          ]}
          onChange={(folder) => change({ knowledge: { kind: 'folder', folder } })}
        />
      ) : (
        <p class="quiet">
          {assistant
            ? 'Documents are added below. The documents of this assistant are its alone.'
            : 'Documents can be added after the assistant is created.'}
        </p>
      )}
    </section>
  );
}

/** A chosen folder that no longer exists stays in the list, so that no other one is selected by accident. */
const foldersWith = (folders: readonly string[], chosen: string): readonly string[] =>
  chosen === '' || folders.includes(chosen) ? folders : [...folders, chosen];
