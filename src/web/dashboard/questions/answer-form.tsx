import { useEffect, useMemo, useState } from 'preact/hooks';
import type { QuestionReply } from '../../../wire/questions.ts';
import type { AssistantDraft as DraftReply } from '../../../wire/agent.ts';
import type { AnswerReply, AnswersDocumentReply } from '../../../wire/answers.ts';
import type { AssistantsReply } from '../../../wire/assistants.ts';
import { adminApi } from '../../ui/admin-api.ts';
import { Issues, SelectField, TextField } from '../../ui/field.tsx';
import { ErrorNotice } from '../../ui/notice.tsx';
import { apiPath, Problem, sentenceOf } from '../../ui/request.ts';
import { useVersionedSave } from '../../ui/versioned-save.ts';
import { showControlCharacters } from '../../ui/visible.ts';
import { Button } from '../../ui/button.tsx';

/** Time-out of a draft by the model, in milliseconds. */
const DRAFT_TIMEOUT_MS = 90_000;
const OTHER_ANSWER_ADDED = 'Another answer was added in the meantime. Your text is unchanged; add it again.';
const NO_DRAFT = 'No document covers this question.';

interface AnswerFormProps {
  /** The question's API path. */
  path: string;
  messageId: string;
  found: QuestionReply;
  choices: AssistantsReply;
  onAdded: (added: AnswerReply['answer']) => void;
}

/** The form for answering a question: written by the admin, copied from an agent, or drafted by the model. */
export function AnswerForm({ path, messageId, found, choices, onAdded }: AnswerFormProps) {
  const { question, agentReply, similar } = found;
  const known = choices.assistants.some(({ id }) => id === found.assistantId);
  const usual = choices.assistants.find(({ isDefault }) => isDefault)?.id ?? 'default';
  const [assistantId, setAssistantId] = useState(known ? found.assistantId : usual);
  const [heading, setHeading] = useState(oneLine(question));
  const [answer, setAnswer] = useState('');
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
      const ids = new Set([messageId, ...similar.map((one) => one.messageId)]);
      const upload = { heading, answer, questions: [...ids], ...(name !== undefined && { document: name }) };
      const sent = adminApi.send<AnswerReply>('POST', answersPath(assistantId), upload, { etag });
      onAdded((await sent).answer);
    });
  };

  /** Appends a text below the entered text. */
  const append = (text: string) =>
    setAnswer((now) => (now.trim() === '' ? text : `${now.trimEnd()}\n\n${text}`));

  const { drafting, draft } = useModelDraft(path, append, (sentence) => {
    reset();
    setNotice(sentence);
  });
  const running = saving || drafting;

  return (
    <form
      class="card part"
      aria-label="New answer"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void add();
      }}
    >
      <h2>New answer</h2>
      <Issues.Provider value={given}>
        <TextField
          path="heading"
          label="Heading"
          hint="Topic of the answer. Shown to visitors as the source."
          most={300}
          value={heading}
          onChange={setHeading}
        />
        <TextField
          path="answer"
          label="Answer"
          hint={`Markdown of up to 8,000 characters.${target.known ? ` Added to ${target.known.name}.` : ''}`}
          most={8000}
          rows={8}
          value={answer}
          onChange={setAnswer}
        />
        <Suggestions
          agentReply={agentReply?.content}
          drafts={choices.models}
          running={running}
          drafting={drafting}
          onReply={append}
          onDraft={() => void draft()}
        />
        <SelectField
          path="assistant"
          label="Assistant"
          hint="Uses the answer immediately."
          value={assistantId}
          options={choices.assistants.map(({ id, name }) => [id, showControlCharacters(name)] as const)}
          onChange={setAssistantId}
        />
      </Issues.Provider>
      <ErrorNotice sentence={notice ?? problem?.message} />
      <div class="row">
        <Button
          submit
          class="button primary"
          disabled={running || heading.trim() === '' || answer.trim() === ''}
        >
          {saving ? 'Adding…' : 'Add answer'}
        </Button>
      </div>
    </form>
  );
}

interface SuggestedProps {
  agentReply: string | undefined;
  /** Whether the model can write a draft. */
  drafts: boolean;
  running: boolean;
  drafting: boolean;
  onReply: (text: string) => void;
  onDraft: () => void;
}

/** Suggestions for the answer's text. */
function Suggestions({ agentReply, drafts, running, drafting, onReply, onDraft }: SuggestedProps) {
  if (agentReply === undefined && !drafts) return null;
  return (
    <div class="row">
      {agentReply !== undefined && <Button onClick={() => onReply(agentReply)}>Use the agent’s reply</Button>}
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

export const answersPath = (assistantId: string): string =>
  apiPath(`assistants/${encodeURIComponent(assistantId)}/answers`);

const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').trim().slice(0, 300).toWellFormed();
