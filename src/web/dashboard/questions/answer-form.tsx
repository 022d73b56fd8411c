import { useEffect, useMemo, useState } from 'preact/hooks';
import type { QuestionReply } from '../../../wire/questions.ts';
import type { AssistantDraft as DraftReply } from '../../../wire/agent.ts';
import type { AnswerReply, AnswersDocumentReply } from '../../../wire/answers.ts';
import type { AssistantsReply } from '../../../wire/assistants.ts';
import { adminApi } from '../../ui/admin-api.ts';
import { Issues, SelectField, TextField } from '../../ui/field.tsx';
import { ErrorNotice } from '../../ui/notice.tsx';
import { apiPath, Problem, sentenceOf, type Issue } from '../../ui/request.ts';
import { visible } from '../../ui/visible.ts';
import { Button } from '../../ui/button.tsx';

/** Time-out of a draft that a model writes. */
const DRAFT_TIMEOUT_MS = 90_000;
const OVERTAKEN = 'Another answer was added in the meantime. Your text is unchanged; add it again.';
const NO_DRAFT = 'No document covers this question.';

interface AnswerFormProps {
  /** Of the question, in the API. */
  path: string;
  messageId: string;
  found: QuestionReply;
  choices: AssistantsReply;
  onAdded: (added: AnswerReply['answer']) => void;
}

interface State {
  running?: 'adding' | 'drafting';
  problem?: string;
  issues: readonly Issue[];
  saves: number;
}

/** The answer to a question, written, taken over from an agent, or drafted by the model. */
export function AnswerForm({ path, messageId, found, choices, onAdded }: AnswerFormProps) {
  const { question, agentReply, similar } = found;
  const known = choices.assistants.some(({ id }) => id === found.assistantId);
  const usual = choices.assistants.find(({ isDefault }) => isDefault)?.id ?? 'default';
  const [assistantId, setAssistantId] = useState(known ? found.assistantId : usual);
  const [heading, setHeading] = useState(oneLine(question));
  const [answer, setAnswer] = useState('');
  const [state, setState] = useState<State>({ issues: [], saves: 0 });
  const target = useTarget(assistantId);
  const { running, problem, issues, saves } = state;
  const given = useMemo(() => ({ issues, saves, onCorrected: () => undefined }), [issues, saves]);

  const add = async () => {
    setState({ issues: [], saves: saves + 1, running: 'adding' });
    const { name, etag } = target.known ?? {};
    const ids = new Set([messageId, ...similar.map((one) => one.messageId)]);
    const upload = { heading, answer, questions: [...ids], ...(name !== undefined && { document: name }) };
    try {
      const sent = adminApi.send<AnswerReply>('POST', answersPath(assistantId), upload, { etag });
      onAdded((await sent).answer);
    } catch (thrown) {
      const refused = thrown instanceof Problem ? thrown : undefined;
      const overtaken = refused?.code === 'precondition-failed';
      if (overtaken || refused?.details.issues) await target.load();
      setState({
        saves: saves + 1,
        issues: refused?.details.issues ?? [],
        problem: overtaken ? OVERTAKEN : sentenceOf(thrown),
      });
    }
  };

  /** What was written stays: another text goes below it. */
  const append = (text: string) =>
    setAnswer((now) => (now.trim() === '' ? text : `${now.trimEnd()}\n\n${text}`));

  const draft = async () => {
    setState({ issues: [], saves, running: 'drafting' });
    try {
      const options = { timeoutMs: DRAFT_TIMEOUT_MS };
      const { text } = await adminApi.send<DraftReply>('POST', path, {}, options);
      if (text !== null) append(text);
      setState({ issues: [], saves, ...(text === null && { problem: NO_DRAFT }) });
    } catch (thrown) {
      setState({ issues: [], saves, problem: sentenceOf(thrown) });
    }
  };

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
        {(agentReply ?? choices.models) && (
          <div class="row">
            {agentReply && <Button onClick={() => append(agentReply.content)}>Use the agent’s reply</Button>}
            {choices.models && (
              <Button disabled={running !== undefined} onClick={draft}>
                {running === 'drafting' ? 'Writing…' : 'Draft'}
              </Button>
            )}
          </div>
        )}
        <SelectField
          path="assistant"
          label="Assistant"
          hint="Uses the answer immediately."
          value={assistantId}
          options={choices.assistants.map(({ id, name }) => [id, visible(name)] as const)}
          onChange={setAssistantId}
        />
      </Issues.Provider>
      <ErrorNotice sentence={problem} />
      <div class="row">
        <Button
          submit
          class="button primary"
          disabled={running !== undefined || heading.trim() === '' || answer.trim() === ''}
        >
          {running === 'adding' ? 'Adding…' : 'Add answer'}
        </Button>
      </div>
    </form>
  );
}

/** The document that the answer goes to, as it was when the form was opened. */
function useTarget(assistantId: string) {
  const [known, setKnown] = useState<AnswersDocumentReply['document']>();
  const load = async () => {
    // Without it the answer is added to the newest version.
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
