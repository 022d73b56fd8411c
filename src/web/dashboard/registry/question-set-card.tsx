import { useState } from 'preact/hooks';
import { lineProblem, questionLines, requestsOf } from '../../../domain/question-lines.ts';
import type { ListedSet, QuestionsReply, SetReply } from '../../../wire/evaluations.ts';
import { adminApi } from '../../ui/admin-api.ts';
import { Confirm } from '../../ui/confirm.tsx';
import { SelectField } from '../../ui/field.tsx';
import { plural } from '../../ui/format.ts';
import { ErrorNotice } from '../../ui/notice.tsx';
import { apiPath, sentenceOf, Problem } from '../../ui/request.ts';
import { UntrustedText } from '../../ui/untrusted-text.tsx';
import { useLive } from '../../ui/live.ts';
import { Loaded } from '../parts/loaded.tsx';
import { lineTyped, QuestionFields, type TypedQuestion } from './question-fields.tsx';
import { RatedQuestions } from './rated-questions.tsx';
import { Section } from '../parts/section.tsx';
import { useAction } from '../../ui/use-action.ts';
import { takeFiles } from '../../ui/uploads/take-files.ts';
import { Button } from '../../ui/button.tsx';

const EMPTY: TypedQuestion = { question: '', facts: '' };

interface SetProps {
  sets: readonly ListedSet[];
  current: ListedSet | undefined;
  onChoose: (id: string | undefined) => void;
  /** Loads the sets again. */
  refresh: () => Promise<void>;
}

/** The question sets: choosing one, a new one from a file, and its questions. */
export function QuestionSetCard({ sets, current, onChoose, refresh }: SetProps) {
  const path = current && apiPath(`question-sets/${current.id}`);
  const live = useLive<QuestionsReply>(path);
  const [typed, setTyped] = useState(EMPTY);
  const action = useAction((thrown) => (thrown instanceof BadLine ? thrown.message : sentenceOf(thrown)));
  const [removing, setRemoving] = useState(false);

  const refreshBoth = async () => {
    await refresh();
    await live.refresh();
  };
  const act = (work: () => Promise<unknown>) => action.run(() => work().finally(refreshBoth));
  const upload = async (input: HTMLInputElement) => {
    const [file] = takeFiles(input);
    if (file) await act(async () => onChoose(await uploadedSet(file)));
  };
  /** Adds to the chosen set, or to a new one. */
  const addLine = async (line: object) => {
    const id = current?.id ?? (await createSet('Questions'));
    await adminApi.send('POST', apiPath(`question-sets/${id}/questions`), { questions: [line] });
  };
  const add = async () => {
    await addLine(lineTyped(typed));
    setTyped(EMPTY);
  };
  const addRated = async (line: object) => {
    await addLine(line);
    await refreshBoth();
  };

  return (
    <Section id="question-set" title="Questions">
      {current && (
        <SelectField
          path="set"
          label="Question set"
          value={current.id}
          options={sets.map((set) => [set.id, `${set.name} (${plural(set.questions, 'question')})`])}
          onChange={onChoose}
        />
      )}
      <Loaded live={live} />
      {live.data && live.data.questions.length > 0 && (
        <details>
          <summary>{plural(live.data.questions.length, 'question')}</summary>
          <ul class="documents">
            {live.data.questions.map(({ number, line }) => (
              <li key={number}>
                <UntrustedText text={line.question ?? (line.turns ?? []).join(' / ')} />
                <span class="quiet">
                  <UntrustedText text={expected(line)} />
                </span>
                <Button
                  class="link"
                  disabled={action.running}
                  onClick={() => act(() => adminApi.send('DELETE', `${path}/questions/${number}`))}
                >
                  Remove<span class="unseen"> question {number}</span>
                </Button>
              </li>
            ))}
          </ul>
        </details>
      )}
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void act(add);
        }}
      >
        <QuestionFields typed={typed} hint="Leave empty if no answer is expected." onChange={setTyped} />
        <div class="row">
          <Button submit disabled={action.running || typed.question.trim() === ''}>
            Add question
          </Button>
          <label class="button">
            Upload a set
            <input
              class="unseen"
              type="file"
              accept=".jsonl"
              disabled={action.running}
              onChange={({ currentTarget }) => void upload(currentTarget)}
            />
          </label>
          {current && (
            <Button class="button danger" disabled={action.running} onClick={() => setRemoving(true)}>
              Delete set
            </Button>
          )}
        </div>
      </form>
      <ErrorNotice sentence={action.problem} />
      <RatedQuestions add={addRated} />
      {removing && current && (
        <Confirm
          title="Delete this question set?"
          action="Delete set"
          run={async () => {
            await adminApi.send('DELETE', apiPath(`question-sets/${current.id}`));
            onChoose(undefined);
            await refresh();
          }}
          onClose={() => setRemoving(false)}
        >
          <p>Its questions and evaluations are deleted permanently.</p>
        </Confirm>
      )}
    </Section>
  );
}

function expected({ facts }: QuestionsReply['questions'][number]['line']): string {
  if (!facts) return 'No answer expected';
  return facts.map((fact) => (typeof fact === 'string' ? fact : fact.text)).join('; ');
}

/** A file that is no question set; its message is a sentence for the reader. */
class BadLine extends Error {}

/** Creates an empty set, and returns its id. */
async function createSet(name: string): Promise<string> {
  const { set } = await adminApi.send<SetReply>('POST', apiPath('question-sets'), { name });
  return set.id;
}

/** Creates a set from a file; a set with a bad line is deleted again. */
async function uploadedSet(file: File): Promise<string> {
  const read = await questionLines(textIn(file));
  if (!read.ok) throw new BadLine(read.problem);
  const id = await createSet(file.name.replace(/\.jsonl$/, '').slice(0, 60) || 'Questions');
  try {
    for (const part of requestsOf(read.lines)) await addPart(id, part);
  } catch (thrown) {
    await adminApi.send('DELETE', apiPath(`question-sets/${id}`));
    throw thrown;
  }
  return id;
}

/** The text of a file in chunks, so that a large one is read only as far as it is wanted. */
async function* textIn(file: File): AsyncGenerator<string, void, undefined> {
  const reader = file.stream().pipeThrough(new TextDecoderStream()).getReader();
  try {
    for (let read = await reader.read(); !read.done; read = await reader.read()) yield read.value;
  } finally {
    await reader.cancel();
  }
}

async function addPart(id: string, part: readonly { line: number; value: object }[]): Promise<void> {
  try {
    const questions = part.map(({ value }) => value);
    await adminApi.send('POST', apiPath(`question-sets/${id}/questions`), { questions });
  } catch (thrown) {
    const [issue] = thrown instanceof Problem ? (thrown.details.issues ?? []) : [];
    throw issue ? new BadLine(lineProblem(part, issue)) : thrown;
  }
}
