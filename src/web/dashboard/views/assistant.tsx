import type { Assistant, AssistantReply, AssistantsReply } from '../../../wire/assistants.ts';
import { adminApi } from '../../ui/admin-api.ts';
import { apiPath } from '../../ui/request.ts';
import { useEditor } from '../draft.ts';
import { LiveDocuments } from '../documents/live-documents.tsx';
import { invalidate, setAnswer, useLive } from '../live.ts';
import { Bar } from '../../ui/skeleton.tsx';
import { go, href } from '../../ui/router.ts';
import { assistantSaved, assistantSent, BLANK_ASSISTANT } from '../registry/assistant-edit.ts';
import { AssistantKnowledge } from '../registry/assistant-knowledge.tsx';
import { AssistantModel } from '../registry/assistant-model.tsx';
import { AssistantPersona } from '../registry/assistant-persona.tsx';
import { AssistantRemoval } from '../registry/assistant-removal.tsx';
import { BuiltIn } from '../registry/built-in.tsx';
import { EvaluateCard } from '../registry/evaluate-card.tsx';
import { EditForm } from '../registry/edit-form.tsx';
import { TryOut } from '../registry/try-out.tsx';
import { Entry } from './entry.tsx';

/** One assistant, with a try-out; `new` is one that is not created yet. */
export function AssistantView({ id }: { id: string }) {
  const existing = id !== 'new';
  const path = apiPath(existing ? `assistants/${encodeURIComponent(id)}` : 'assistants');
  const live = useLive<AssistantReply>(existing ? path : undefined);
  const { data: choices } = useLive<AssistantsReply>(apiPath('assistants'));
  const assistant = live.data?.assistant;
  return (
    <Entry
      kind="Assistant"
      live={live}
      name={assistant?.name}
      isNew={!existing}
      mark={assistant?.isDefault && <span class="mark-of">Default</span>}
    >
      {choices && (assistant ?? !existing) ? (
        <Body key={path} {...{ path, assistant, choices, refresh: live.refresh }} />
      ) : (
        <Bar width={40} />
      )}
    </Entry>
  );
}

interface EditingProps {
  path: string;
  /** The stored assistant; undefined for a new one. */
  assistant: Assistant | undefined;
  choices: AssistantsReply;
  refresh: () => Promise<void>;
}

function Body(props: EditingProps) {
  const { path, assistant } = props;
  return assistant?.builtIn ? <BuiltIn {...{ path, assistant }} /> : <Editing {...props} />;
}

function Editing({ path, assistant, choices, refresh }: EditingProps) {
  const editor = useEditor({
    path,
    saved: assistant ? assistantSaved(assistant) : BLANK_ASSISTANT,
    send: (edit, etag) =>
      adminApi.send<AssistantReply>(assistant ? 'PUT' : 'POST', path, assistantSent(edit), { etag }),
    savedBy: (reply: AssistantReply) => assistantSaved(reply.assistant),
    onSaved(reply) {
      const { id } = reply.assistant;
      invalidate(apiPath('assistants'));
      setAnswer(apiPath(`assistants/${id}`), reply);
      if (!assistant) go(href(['settings', 'assistants', id]), { replace: true });
    },
    refresh,
  });
  const { edit, change } = editor;
  return (
    <div class="editor">
      <div class="edited">
        <EditForm
          label="Assistant"
          editor={editor}
          existing={assistant !== undefined}
          create="Create assistant"
        >
          <AssistantPersona {...{ edit, change, isDefault: assistant?.isDefault ?? false }} />
          <AssistantKnowledge {...{ edit, change, assistant, choices }} />
          {(choices.models || edit.model !== undefined) && <AssistantModel {...{ edit, change }} />}
        </EditForm>
        {assistant && edit.knowledge.kind === 'documents' && (
          <LiveDocuments {...{ path, assistant, refresh }} />
        )}
        {assistant && (
          <EvaluateCard path={path} id={assistant.id} unsaved={editor.changed ? edit : undefined} />
        )}
        {assistant && <AssistantRemoval {...{ path, assistant }} />}
      </div>
      <TryOut draft={edit} id={assistant?.id} hint="Uses the form’s current values, even unsaved." />
    </div>
  );
}
