import { FIRST_ASSISTANT } from '../../../../assistants/rules/assistants.ts';
import type { Assistant, AssistantReply, AssistantsReply } from '../../../../assistants/wire/assistants.ts';
import { adminApi } from '../../../ui/admin-api.ts';
import { ConfirmedButton } from '../../../ui/confirm.tsx';
import { apiPath } from '../../../ui/request.ts';
import { go, href } from '../../../ui/router.ts';
import { Bar } from '../../../ui/skeleton.tsx';
import { UntrustedText } from '../../../ui/untrusted-text.tsx';
import { useEditor, forgetDraft } from '../../parts/draft.ts';
import { invalidate, setResponse, useLive } from '../../../ui/live.ts';
import { savedAssistant, assistantRequest, BLANK_ASSISTANT } from './assistant-edit.ts';
import { Advanced } from '../../parts/advanced.tsx';
import { LiveDocuments, KnowledgeFolder } from './assistant-knowledge.tsx';
import { AssistantModel } from './assistant-model.tsx';
import { AssistantPersona } from './assistant-persona.tsx';
import { EditForm } from '../../parts/edit-form.tsx';
import { DraftLink } from './draft-link.tsx';
import { TryOut } from './try-out.tsx';
import { leaveRemoved } from '../../parts/removed.ts';
import { Loaded } from '../../parts/loaded.tsx';
import { Entry } from '../../parts/entry.tsx';
import { Section } from '../../parts/section.tsx';

/** The page of an assistant, with a test conversation. The id `new` is for one that is not created yet. */
export function AssistantView({ id }: { id: string }) {
  const existing = id !== 'new';
  const path = apiPath(existing ? `assistants/${encodeURIComponent(id)}` : 'assistants');
  const live = useLive<AssistantReply>(existing ? path : undefined);
  const all = useLive<AssistantsReply>(apiPath('assistants'));
  const choices = all.data;
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
        <Editing key={path} {...{ path, assistant, choices, refresh: live.refresh }} />
      ) : (
        <Loaded live={all}>
          <Bar width={40} />
        </Loaded>
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

function Editing({ path, assistant, choices, refresh }: EditingProps) {
  const editor = useEditor({
    path,
    saved: assistant ? savedAssistant(assistant) : BLANK_ASSISTANT,
    send: (edit, etag) =>
      adminApi.send<AssistantReply>(assistant ? 'PUT' : 'POST', path, assistantRequest(edit), { etag }),
    savedBy: (reply: AssistantReply) => savedAssistant(reply.assistant),
    onSaved(reply) {
      const { id } = reply.assistant;
      invalidate(apiPath('assistants'));
      setResponse(apiPath(`assistants/${id}`), reply);
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
          {(choices.models || edit.model !== undefined) && <AssistantModel {...{ edit, change }} />}
          <Advanced>
            <KnowledgeFolder {...{ edit, change, choices }} />
          </Advanced>
        </EditForm>
        {assistant && <LiveDocuments {...{ path, assistant, refresh }} />}
        {assistant && <ActionsLink id={assistant.id} />}
        {assistant && <DraftLink path={path} id={assistant.id} unsaved={editor.changed ? edit : undefined} />}
        {assistant && assistant.id !== FIRST_ASSISTANT && <AssistantRemoval {...{ path, assistant }} />}
      </div>
      <TryOut draft={edit} id={assistant?.id} hint="Uses the form’s current values, even unsaved." />
    </div>
  );
}

/** Deletes an unused assistant. */
function AssistantRemoval({ path, assistant }: { path: string; assistant: Assistant }) {
  const remove = async () => {
    await adminApi.send('DELETE', path);
    forgetDraft(path);
    leaveRemoved(path, apiPath('assistants'), href(['settings', 'assistants']));
  };
  return (
    <Section id="assistant-removal" title="Delete">
      <p>An assistant can be deleted when no widget uses it and it is not the default.</p>
      <div class="row">
        <ConfirmedButton
          label="Delete"
          title="Delete this assistant?"
          action="Delete assistant"
          run={remove}
          explain={({ details: { widgets = [] } }) =>
            widgets.length > 0 && (
              <ul class="points">
                {widgets.map((name) => (
                  <li key={name}>
                    <UntrustedText text={name} />
                  </li>
                ))}
              </ul>
            )
          }
        >
          <p>
            <UntrustedText text={assistant.name} />, its instructions and its documents are deleted
            permanently. Its messages in conversations are kept.
          </p>
        </ConfirmedButton>
      </div>
    </Section>
  );
}

function ActionsLink({ id }: { id: string }) {
  return (
    <Section id="actions-link" title="Actions">
      <p>An action looks something up at your own API, or changes it after the visitor has confirmed.</p>
      <div class="row">
        <a class="button" href={href(['settings', 'assistants', id, 'actions'])}>
          Open actions
        </a>
      </div>
    </Section>
  );
}
