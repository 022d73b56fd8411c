import { useState } from 'preact/hooks';
import type { ListedTest, TestAnswer } from '../../../../../assistants/wire/assistant-tests.ts';
import { adminApi } from '../../../../ui/admin-api.ts';
import { Button } from '../../../../ui/button.tsx';
import { ConfirmedButton } from '../../../../ui/confirm.tsx';
import { Markdown } from '../../../../ui/markdown.tsx';
import { ErrorNotice } from '../../../../ui/notice.tsx';
import { UntrustedText } from '../../../../ui/untrusted-text.tsx';
import { testsPath } from '../../../addresses.ts';
import { EditTest } from './edit-test.tsx';
import type { TestResult } from './use-test-run.ts';

interface TestRowProps {
  assistantId: string;
  test: ListedTest;
  hasDraft: boolean;
  result: TestResult | undefined;
  onChanged: () => Promise<void>;
}

const MARKS = {
  same: { words: 'Same', kind: 'quiet' },
  better: { words: 'Better', kind: 'good' },
  worse: { words: 'Worse', kind: 'bad' },
  failed: { words: 'Failed', kind: 'bad' },
  asking: { words: 'Asking…', kind: 'quiet' },
  'not-compared': { words: 'Not compared', kind: 'quiet' },
} as const;

function markOf(result: TestResult): keyof typeof MARKS {
  return result.state === 'done' ? (result.answer.verdict ?? 'not-compared') : result.state;
}

/** A test with its question and the answers of a run. */
export function TestRow({ assistantId, test, hasDraft, result, onChanged }: TestRowProps) {
  const [editing, setEditing] = useState(false);
  const path = `${testsPath(assistantId)}/${encodeURIComponent(test.id)}`;
  const mark = result && MARKS[markOf(result)];
  return (
    <li>
      <details>
        <summary>
          <span dir="auto">
            <UntrustedText text={test.turns.at(-1)?.content ?? ''} />
          </span>
          {mark && <b class={mark.kind}>{mark.words}</b>}
        </summary>
        {test.turns.length > 1 && <Before test={test} />}
        <div class="answers-beside">
          {result?.state === 'done' && <Answers answer={result.answer} hasDraft={hasDraft} />}
          <LabeledText title="As it should be" text={test.expected} />
        </div>
        {result?.state === 'failed' && <ErrorNotice sentence={result.problem} />}
        <div class="row">
          <Button class="link" onClick={() => setEditing(true)}>
            Edit
          </Button>
          <ConfirmedButton
            label="Remove"
            class="link"
            title="Remove this test?"
            action="Remove test"
            run={async () => {
              await adminApi.send('DELETE', path);
              await onChanged();
            }}
          >
            <p>The question is no longer asked when you test a draft.</p>
          </ConfirmedButton>
        </div>
      </details>
      {result?.state === 'done' && result.answer.reason !== undefined && (
        <p class="quiet" dir="auto">
          <UntrustedText text={result.answer.reason} />
        </p>
      )}
      {editing && <EditTest {...{ path, test, onChanged }} onClose={() => setEditing(false)} />}
    </li>
  );
}

/** The messages before the question. */
function Before({ test: { turns } }: { test: ListedTest }) {
  return (
    <ul class="turns-before quiet">
      {turns.slice(0, -1).map(({ role, content }, index) => (
        <li key={index} dir="auto">
          {role === 'visitor' ? 'Visitor: ' : 'Assistant: '}
          <UntrustedText text={content} />
        </li>
      ))}
    </ul>
  );
}

/** The live answer next to the draft's. */
function Answers({ answer, hasDraft }: { answer: TestAnswer; hasDraft: boolean }) {
  return (
    <>
      {answer.before !== undefined && <LabeledText title="Live" text={answer.before} />}
      <LabeledText title={hasDraft ? 'Draft' : 'Live'} text={answer.content} />
    </>
  );
}

function LabeledText({ title, text }: { title: string; text: string }) {
  return (
    <section>
      <h3>{title}</h3>
      <div dir="auto">
        <Markdown text={text} />
      </div>
    </section>
  );
}
