import { useEffect, useMemo, useState } from 'preact/hooks';
import type { AssistantDraft as DraftReply } from '../../../desk/wire/agent.ts';
import type { AnswerReply, AnswersDocumentReply } from '../../../assistants/wire/answers.ts';
import type { AssistantsReply } from '../../../assistants/wire/assistants.ts';
import { adminApi } from '../../ui/admin-api.ts';
import { Issues, SelectField, TextField } from '../../ui/field.tsx';
import { ErrorNotice } from '../../ui/notice.tsx';
import { Problem, sentenceOf } from '../../ui/request.ts';
import { useVersionedSave } from '../../ui/versioned-save.ts';
import { showControlCharacters } from '../../ui/visible.ts';
import { Button } from '../../ui/button.tsx';
import { answersPath } from '../addresses.ts';
import { answeringAssistant } from '../settings/assistants/answering.ts';

/** Time-out of a draft by the model, in milliseconds. */
const DRAFT_TIMEOUT_MS = 90_000;
const OTHER_ANSWER_ADDED = 'Another answer was added in the meantime. Your text is unchanged; add it again.';
const NO_DRAFT = 'No document covers this question.';

/** A text that the admin can take over into the answer. */
export interface OfferedText {
  /** The label of its button. */
  label: string;
  text: string;
}

interface AnswerFormProps {
  title: string;
  /** The visitor's question; empty for a new answer without one. */
  question: string;
  /** The initial answer. Default: empty. */
  initial?: string | undefined;
  /** The assistant that was asked; undefined for the default one. */
  assistantId: string | undefined;
  /** Ids of the visitors' messages that it answers. */
  questions: readonly string[];
  offered: readonly OfferedText[];
  /** The API path of a stored question, of which the model can draft the answer. */
  draftPath?: string;
  choices: AssistantsReply;
  /** In a dialog it has no card and no heading, and a button that closes the dialog. */
  onCancel?: () => void;
  onAdded: (added: AnswerReply['answer']) => void;
}

/** The form for an answer: written by the admin, copied from another text, or drafted by the model. */
export function AnswerForm(props: AnswerFormProps) {
  const { title, question, initial = '', questions, offered, draftPath, choices, onCancel, onAdded } = props;
  const [assistantId, setAssistantId] = useState(
    answeringAssistant(choices, props.assistantId)?.id ?? 'default',
  );
  const [heading, setHeading] = useState(oneLine(question));
  const [answer, setAnswer] = useState(initial);
  /** A notice about a concurrently added answer, or about a draft. */
  const [notice, setNotice] = useState<string>();
  const target = useTarget(assistantId);
  const { saving, saves, problem, save, reset } = useVersionedSave(async () => {
    await target.load();
    setNotice(OTHER_ANSWER_ADDED);
  });
  const issues = problem?.details.issues;
  const given = useMemo(
    () => ({ issues: issues ?? [], saves, onCorrected: () => undefined }),
    [issues, saves],
  );
  // Checked again, because the answer depends on the document.
  useEffect(() => {
    if (issues) void target.load();
  }, [issues]);

  const add = () => {
    setNotice(undefined);
    return save(async () => {
      const { name, etag } = target.known ?? {};
      const upload = { heading, answer, questions, ...(name !== undefined && { document: name }) };
      const sent = adminApi.send<AnswerReply>('POST', answersPath(assistantId), upload, { etag });
      onAdded((await sent).answer);
    });
  };

  /** Appends a text below the entered text. */
  const append = (text: string) =>
    setAnswer((now) => (now.trim() === '' ? text : `${now.trimEnd()}\n\n${text}`));

  const { drafting, draft } = useModelDraft(draftPath ?? '', append, (sentence) => {
    reset();
    setNotice(sentence);
  });
  const running = saving || drafting;

  return (
    <form
      class={onCancel ? 'edited' : 'card part'}
      aria-label={title}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void add();
      }}
    >
      {!onCancel && <h2>{title}</h2>}
      <Issues.Provider value={given}>
        <HeadingField isNew={question === ''} {...{ heading }} onChange={setHeading} />
        <TextField
          path="answer"
          label="Answer"
          hint={hintOf(target.known)}
          most={8000}
          rows={8}
          value={answer}
          onChange={setAnswer}
        />
        <Suggestions
          offered={offered}
          drafts={choices.models && draftPath !== undefined}
          running={running}
          drafting={drafting}
          onOffered={append}
          onDraft={() => void draft()}
        />
        {choices.assistants.length > 1 && (
          <SelectField
            path="assistant"
            label="Assistant"
            hint="Uses the answer immediately."
            value={assistantId}
            options={choices.assistants.map(({ id, name }) => [id, showControlCharacters(name)] as const)}
            onChange={setAssistantId}
          />
        )}
      </Issues.Provider>
      <ErrorNotice sentence={notice ?? problem?.message} />
      <Actions
        onCancel={onCancel}
        saving={saving}
        disabled={running || heading.trim() === '' || answer.trim() === ''}
      />
    </form>
  );
}

const hintOf = (document: { name: string } | undefined): string =>
  `Markdown of up to 8,000 characters.${document ? ` Added to ${document.name}.` : ''}`;

interface HeadingProps {
  /** Whether there is no visitor's question. */
  isNew: boolean;
  heading: string;
  onChange: (heading: string) => void;
}

function HeadingField({ isNew, heading, onChange }: HeadingProps) {
  return (
    <TextField
      path="heading"
      label={isNew ? 'Question' : 'Heading'}
      hint={`${isNew ? 'As a visitor asks it.' : 'Topic of the answer.'} Shown to visitors as the source.`}
      most={300}
      value={heading}
      onChange={onChange}
    />
  );
}

interface ActionsProps {
  onCancel: (() => void) | undefined;
  saving: boolean;
  disabled: boolean;
}

function Actions({ onCancel, saving, disabled }: ActionsProps) {
  return (
    <div class={onCancel ? 'actions' : 'row'}>
      {onCancel && (
        <Button disabled={saving} onClick={onCancel}>
          Cancel
        </Button>
      )}
      <Button submit class="button primary" disabled={disabled}>
        {saving ? 'Adding…' : 'Add answer'}
      </Button>
    </div>
  );
}

interface SuggestedProps {
  offered: readonly OfferedText[];
  /** Whether the model can write a draft. */
  drafts: boolean;
  running: boolean;
  drafting: boolean;
  onOffered: (text: string) => void;
  onDraft: () => void;
}

/** Suggestions for the answer's text. */
function Suggestions({ offered, drafts, running, drafting, onOffered, onDraft }: SuggestedProps) {
  if (offered.length === 0 && !drafts) return null;
  return (
    <div class="row">
      {offered.map(({ label, text }) => (
        <Button key={label} onClick={() => onOffered(text)}>
          {label}
        </Button>
      ))}
      {drafts && (
        <Button disabled={running} onClick={onDraft}>
          {drafting ? 'Writing…' : 'Draft'}
        </Button>
      )}
    </div>
  );
}

/** Asks the model for a draft. `notify` gets the reason if there is no draft, and undefined at the start. */
function useModelDraft(
  path: string,
  onText: (text: string) => void,
  notify: (sentence: string | undefined) => void,
) {
  const [drafting, setDrafting] = useState(false);
  const draft = async () => {
    notify(undefined);
    setDrafting(true);
    try {
      const options = { timeoutMs: DRAFT_TIMEOUT_MS };
      const { text } = await adminApi.send<DraftReply>('POST', path, {}, options);
      if (text === null) notify(NO_DRAFT);
      else onText(text);
    } catch (thrown) {
      notify(sentenceOf(thrown));
    } finally {
      setDrafting(false);
    }
  };
  return { drafting, draft };
}

/** The document for the answer, in the version that was read when the form was opened. */
function useTarget(assistantId: string) {
  const [known, setKnown] = useState<AnswersDocumentReply['document']>();
  const load = async () => {
    // Without a version the answer is added to the newest one.
    const reply = await adminApi.get<AnswersDocumentReply>(answersPath(assistantId)).catch(unlessProblem);
    setKnown(reply?.document);
  };
  useEffect(() => {
    setKnown(undefined);
    void load();
  }, [assistantId]);
  return { known, load };
}

function unlessProblem(thrown: unknown): undefined {
  if (!(thrown instanceof Problem)) throw thrown;
}

const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').trim().slice(0, 300).toWellFormed();
