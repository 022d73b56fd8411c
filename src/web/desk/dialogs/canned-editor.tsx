import { Pencil, Plus } from 'lucide-static';
import { useEffect, useState } from 'preact/hooks';
import { CANNED_VARIABLES, unknownPlaceholdersIn } from '../../../conversations/rules/canned-variables.ts';
import type { CannedReply } from '../../../conversations/records/canned-reply.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { fieldsFor, TextField } from '../../ui/field.tsx';
import { Icon } from '../../ui/icon.tsx';
import { UntrustedText } from '../../ui/untrusted-text.tsx';
import type { Desk } from '../state/desk.ts';
import { without, type DeskState } from '../state/state.ts';
import { ErrorNotice } from '../../ui/notice.tsx';
import { useVersionedSave } from '../../ui/versioned-save.ts';
import { Button } from '../../ui/button.tsx';

interface CannedEditorProps {
  desk: Desk;
  state: DeskState;
  onClose: () => void;
}

/** A canned reply in the form. `stored` is the version that the edit is based on. */
interface Edit {
  id: string;
  title: string;
  content: string;
  stored?: CannedReply;
}

/** The shared canned replies, with a form for one of them. */
export function CannedEditor({ desk, state: { canned, cannedProblem }, onClose }: CannedEditorProps) {
  const [edit, setEdit] = useState<Edit>();
  useEffect(() => void desk.assist.loadCanned(), []);

  if (edit) {
    return <Form desk={desk} initial={edit} onClose={onClose} onDone={() => setEdit(undefined)} />;
  }
  return (
    <Dialog title="Canned replies" onClose={onClose}>
      <p>Shared by all agents. Type / in an empty reply to insert one.</p>
      <ErrorNotice sentence={cannedProblem} onRetry={() => void desk.assist.loadCanned()} />
      {canned?.length === 0 && <p>No canned replies.</p>}
      <ul class="people" aria-busy={!canned && cannedProblem === undefined}>
        {canned?.map((reply) => (
          <li key={reply.id}>
            <Button
              class="person"
              onClick={() =>
                setEdit({ id: reply.id, title: reply.title, content: reply.content, stored: reply })
              }
            >
              <Icon svg={Pencil} size={16} />
              <b>
                <UntrustedText text={reply.title} />
              </b>
              <span>
                by <UntrustedText text={reply.updatedBy} />
              </span>
            </Button>
          </li>
        ))}
      </ul>
      <div class="actions">
        <Button onClick={onClose}>Close</Button>
        <Button
          class="button primary"
          onClick={() => setEdit({ id: crypto.randomUUID(), title: '', content: '' })}
        >
          <Icon svg={Plus} size={16} /> New reply
        </Button>
      </div>
    </Dialog>
  );
}

/** The variable that a placeholder means, if it has only other braces. */
function meant(placeholder: string): string {
  const name = placeholder.replaceAll(/[{}]/g, '');
  return CANNED_VARIABLES.some((known) => known === name) ? ` Write {{${name}}}.` : '';
}

interface FormProps {
  desk: Desk;
  initial: Edit;
  onClose: () => void;
  onDone: () => void;
}

function Form({ desk, initial, onClose, onDone }: FormProps) {
  const [{ id, title, content, stored }, setEdit] = useState(initial);
  /** Shown after a colleague changed the reply in the meantime. */
  const [notice, setNotice] = useState<string>();
  /** Bases the edit on the newer version, so that saving again overwrites it. */
  const rebase = async () => {
    await desk.assist.loadCanned();
    const newest = desk.state.get().canned?.find((reply) => reply.id === id);
    setEdit((edit) => ({ ...without(edit, 'stored'), ...(newest && { stored: newest }) }));
    setNotice(
      newest
        ? `${newest.updatedBy} changed this reply. Save again to overwrite it.`
        : 'A colleague deleted this reply. Save again to restore it.',
    );
  };
  const saving = useVersionedSave(rebase);
  const attempt = (work: () => Promise<void>) => {
    setNotice(undefined);
    return saving.save(async () => {
      await work();
      onDone();
    });
  };
  const change = (part: Partial<Edit>) => {
    setNotice(undefined);
    saving.reset();
    setEdit((edit) => ({ ...edit, ...part }));
  };
  const field = fieldsFor<'title' | 'content'>({ title, content }, change);
  const [unknown] = unknownPlaceholdersIn(content);
  const refusal = unknown === undefined ? undefined : `${unknown} is not a variable.${meant(unknown)}`;
  const isComplete = title.trim() !== '' && content.trim() !== '' && unknown === undefined;
  const save = () =>
    desk.assist.saveCanned(id, {
      title: title.trim(),
      content: content.trim(),
      ...(stored && { version: stored.version }),
    });

  return (
    <Dialog title={stored ? 'Edit canned reply' : 'New canned reply'} onClose={onClose} dismissible={false}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void attempt(save);
        }}
      >
        <TextField {...field('title')} label="Title" most={80} />
        <TextField
          {...field('content')}
          label="Text"
          most={4000}
          rows={6}
          hint={`Variables: ${CANNED_VARIABLES.map((name) => `{{${name}}}`).join(', ')}`}
        />
        <ErrorNotice sentence={notice ?? refusal ?? saving.problem?.message} />
        <div class="actions">
          {stored && (
            <Button
              class="button danger apart"
              disabled={saving.saving}
              onClick={() => void attempt(() => desk.assist.removeCanned(stored))}
            >
              Delete
            </Button>
          )}
          <Button onClick={onDone}>Back</Button>
          <Button submit class="button primary" disabled={saving.saving || !isComplete}>
            Save
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
