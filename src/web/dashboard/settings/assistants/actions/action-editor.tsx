import { ArrowLeft, SearchX } from 'lucide-static';
import type { ActionReply, ActionsReply, ListedAction } from '../../../../../actions/wire/actions.ts';
import { adminApi } from '../../../../ui/admin-api.ts';
import { ConfirmedButton } from '../../../../ui/confirm.tsx';
import { Icon } from '../../../../ui/icon.tsx';
import { setResponse, useLive } from '../../../../ui/live.ts';
import { Empty } from '../../../../ui/notice.tsx';
import { go, href } from '../../../../ui/router.ts';
import { UntrustedText } from '../../../../ui/untrusted-text.tsx';
import { actionsPath } from '../../../addresses.ts';
import { forgetDraft, rebaseDraft, useEditor } from '../../../parts/draft.ts';
import { Loaded } from '../../../parts/loaded.tsx';
import { Section } from '../../../parts/section.tsx';
import { EditForm } from '../../../parts/edit-form.tsx';
import { OnOff } from '../../widgets/widget-status.tsx';
import { Head } from '../../../parts/head.tsx';
import { ActionAnswerFields } from './action-answer.tsx';
import { ActionAudience } from './action-audience.tsx';
import { ActionBasics, ActionRequestFields } from './action-basics.tsx';
import { savedAction, actionRequest, BLANK_ACTION } from './action-edit.ts';
import { ActionParameters } from './action-parameters.tsx';
import { SecretHeaders } from './secret-headers.tsx';
import { TryAction } from './try-action.tsx';

interface ActionViewProps {
  assistantId: string;
  /** `new` for an action that is not created yet. */
  actionId: string;
}

/** The URL of an assistant's actions, or of one action. */
export const actionsHref = (assistantId: string, ...actionId: string[]): string =>
  href(['settings', 'assistants', assistantId, 'actions', ...actionId]);

/** The page of one action, with a test request. */
export function ActionView({ assistantId, actionId }: ActionViewProps) {
  const live = useLive<ActionsReply>(actionsPath(assistantId));
  const isNew = actionId === 'new';
  const all = live.data?.actions;
  const action = all?.find(({ id }) => id === actionId);
  const placeholder = isNew ? 'New action' : 'Action';
  return (
    <div class="view">
      <p class="back">
        <a href={actionsHref(assistantId)}>
          <Icon svg={ArrowLeft} size={16} /> Actions
        </a>
      </p>
      <Head title={action ? <UntrustedText text={action.title} /> : placeholder}>
        {action && <OnOff on={action.enabled} />}
      </Head>
      <Loaded live={live}>
        {all && (isNew || action) && (
          <Editing key={actionId} {...{ assistantId, action, all }} refresh={live.refresh} />
        )}
        {all && !isNew && !action && (
          <Empty icon={SearchX} title="Action not found">
            <p>
              It may have been deleted. <a href={actionsHref(assistantId)}>See all actions</a>
            </p>
          </Empty>
        )}
      </Loaded>
    </div>
  );
}

interface EditingProps {
  assistantId: string;
  /** The stored action; undefined for a new one. */
  action: ListedAction | undefined;
  all: readonly ListedAction[];
  refresh: () => Promise<void>;
}

function Editing({ assistantId, action, all, refresh }: EditingProps) {
  const list = actionsPath(assistantId);
  const path = `${list}/${action?.id ?? 'new'}`;
  const show = (changed: ListedAction) =>
    setResponse(list, {
      actions: all.some(({ id }) => id === changed.id)
        ? all.map((one) => (one.id === changed.id ? changed : one))
        : [...all, changed],
    } satisfies ActionsReply);
  const editor = useEditor({
    path,
    saved: action ? savedAction(action) : BLANK_ACTION,
    send: (edit, etag) =>
      adminApi.send<ActionReply>(action ? 'PUT' : 'POST', action ? path : list, actionRequest(edit), {
        etag,
      }),
    savedBy: (reply: ActionReply) => savedAction(reply.action),
    onSaved(reply) {
      show(reply.action);
      if (!action) go(actionsHref(assistantId, reply.action.id), { replace: true });
    },
    refresh,
  });
  const { edit, change } = editor;
  return (
    <div class="edited">
      <EditForm label="Action" editor={editor} existing={action !== undefined} create="Create action">
        <ActionBasics {...{ edit, change }} />
        <ActionRequestFields {...{ edit, change }} />
        <ActionParameters {...{ edit, change }} />
        <ActionAnswerFields {...{ edit, change }} />
        <ActionAudience {...{ edit, change }} />
      </EditForm>
      {action ? (
        <SecretHeaders
          {...{ path, action }}
          onChanged={(changed) => {
            rebaseDraft(path, action.etag, changed.etag);
            show(changed);
          }}
        />
      ) : (
        <Section id="secret-headers" title="Secret headers">
          <p class="quiet">Create the action to store headers with secrets, such as an API key.</p>
        </Section>
      )}
      <TryAction path={list} draft={edit} actionId={action?.id} />
      {action && <ActionRemoval {...{ assistantId, action, all }} />}
    </div>
  );
}

function ActionRemoval({
  assistantId,
  action,
  all,
}: Pick<EditingProps, 'assistantId' | 'all'> & { action: ListedAction }) {
  const list = actionsPath(assistantId);
  const remove = async () => {
    const path = `${list}/${action.id}`;
    await adminApi.send('DELETE', path, undefined, { etag: action.etag });
    forgetDraft(path);
    go(actionsHref(assistantId), { replace: true });
    setResponse(list, { actions: all.filter(({ id }) => id !== action.id) } satisfies ActionsReply);
  };
  return (
    <Section id="action-removal" title="Delete">
      <div class="row">
        <ConfirmedButton label="Delete" title="Delete this action?" action="Delete action" run={remove}>
          <p>
            <UntrustedText text={action.title} /> and its secret headers are deleted permanently. To pause it,
            switch it off instead.
          </p>
        </ConfirmedButton>
      </div>
    </Section>
  );
}
