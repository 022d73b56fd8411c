import { useEffect } from 'preact/hooks';
import { compared, type ComparedAnswer } from '../../../domain/verdicts.ts';
import type { AnswersReply, ListedRun, RunsReply } from '../../../wire/evaluations.ts';
import { adminApi } from '../../ui/admin-api.ts';
import { formatCost, formatCount, formatShare, formatWhen, IN_SENTENCE } from '../../ui/format.ts';
import { ErrorNotice } from '../../ui/notice.tsx';
import { apiPath } from '../../ui/request.ts';
import { Table, type Heading } from '../../ui/table.tsx';
import { UntrustedText } from '../../ui/untrusted-text.tsx';
import { useLive } from '../../ui/live.ts';
import { Loaded } from '../parts/loaded.tsx';
import { Section } from '../parts/section.tsx';
import { useAction } from '../../ui/use-action.ts';
import { Button } from '../../ui/button.tsx';

interface RunsProps {
  setId: string;
  assistantId: string;
  /** Whether there are changes that are not live. */
  hasChanges: boolean;
}

/** How often the progress of a run is read, in milliseconds. */
const PROGRESS_MS = 1_000;

/** The evaluations of a set with one assistant: the newest beside the one before it. */
export function EvaluationRuns({ setId, assistantId, hasChanges }: RunsProps) {
  const path = apiPath(`question-sets/${setId}/evaluations`);
  const live = useLive<RunsReply>(path);
  const action = useAction();
  const runs = (live.data?.runs ?? []).filter((run) => run.assistantId === assistantId);
  const [newest] = runs;
  const before = runs.slice(1).find(({ state }) => state === 'done');
  const isRunning = newest?.state === 'running';
  const { refresh } = live;
  useEffect(() => {
    if (!isRunning) return;
    const timer = setInterval(() => void refresh(), PROGRESS_MS);
    return () => clearInterval(timer);
  }, [isRunning, refresh]);

  const act = async (address: string, body?: object) => {
    await action.run(() => adminApi.send('POST', address, body));
    await refresh();
  };
  const start = (subject: 'live' | 'candidate') => void act(path, { assistantId, subject });
  return (
    <Section id="runs" title="Evaluations">
      <div class="row">
        <Button class="button primary" disabled={isRunning} onClick={() => start('live')}>
          Evaluate live version
        </Button>
        {hasChanges && (
          <Button disabled={isRunning} onClick={() => start('candidate')}>
            Evaluate changes
          </Button>
        )}
      </div>
      <ErrorNotice sentence={action.problem} />
      <Loaded live={live} />
      {newest && (
        <>
          <div class="row" role="status">
            <p>{stateOf(newest)}</p>
            {isRunning ? (
              <Button class="link" onClick={() => act(`${path}/${newest.id}`, { action: 'cancel' })}>
                Cancel
              </Button>
            ) : (
              <Again run={newest} onAgain={() => void act(`${path}/${newest.id}`, { action: 'resume' })} />
            )}
          </div>
          <Figures run={newest} before={before} />
          <Answers {...{ path, run: newest, before }} />
        </>
      )}
    </Section>
  );
}

function Again({ run, onAgain }: { run: ListedRun; onAgain: () => void }) {
  if (run.state === 'done' && run.figures.failed === 0) return null;
  return (
    <Button class="link" onClick={onAgain}>
      Continue
    </Button>
  );
}

function stateOf({ state, stopReason, waitsForBudget, figures, total }: ListedRun): string {
  const progress = `${formatCount(figures.answers)} of ${formatCount(total)} answers`;
  if (waitsForBudget) return `${progress}. The daily budget is used up; it continues tomorrow (UTC).`;
  if (state === 'running') return `${progress}…`;
  if (state === 'canceled') return `Canceled after ${progress}.`;
  if (stopReason === 'changed') return `Stopped after ${progress}: the assistant was changed.`;
  if (state === 'stopped') return `Stopped after ${progress}: the assistant could not be reached.`;
  return `${progress}.`;
}

const nameOf = (run: ListedRun): string =>
  `${run.subject === 'live' ? 'Live' : 'Changes'}, ${formatWhen(run.startedAt, IN_SENTENCE)}`;

function Figures({ run, before }: { run: ListedRun; before: ListedRun | undefined }) {
  const headings: Heading[] = [
    { title: 'Answers' },
    { title: nameOf(run), number: true },
    ...(before ? [{ title: `Before: ${nameOf(before)}`, number: true }] : []),
  ];
  return (
    <Table label="Figures" class="figures-of-runs" headings={headings} busy={false} expected={6}>
      {FIGURES.map(([name, show]) => (
        <tr key={name}>
          <td>{name}</td>
          <td class="number">{show(run)}</td>
          {before && <td class="number">{show(before)}</td>}
        </tr>
      ))}
    </Table>
  );
}

const share = (of: 'right' | 'wrong' | 'refused' | 'failed' | 'cited') => (run: ListedRun) => {
  const { answers, [of]: count } = run.figures;
  return answers === 0 ? '—' : `${formatCount(count)} (${formatShare(count / answers)})`;
};
const FIGURES: readonly (readonly [string, (run: ListedRun) => string])[] = [
  ['Right', share('right')],
  ['Wrong', share('wrong')],
  ['Refused', share('refused')],
  ['Failed', share('failed')],
  ['Cited', share('cited')],
  ['Cost', ({ figures }) => formatCost(figures)],
  [
    'Median time',
    ({ figures: { medianLatencyMs: ms } }) => (ms === null ? '—' : `${(ms / 1000).toFixed(1)} sec`),
  ],
];

interface AnswersProps {
  /** Of the runs. */
  path: string;
  run: ListedRun;
  before: ListedRun | undefined;
}

/** The answers of a run that has ended, the changed ones first. */
function Answers({ path, run, before }: AnswersProps) {
  const ended = run.state === 'running' ? undefined : `${path}/${run.id}/answers`;
  const now = useLive<AnswersReply>(ended);
  const earlier = useLive<AnswersReply>(ended && before && `${path}/${before.id}/answers`);
  if (!now.data || (before && !earlier.data)) return <Loaded live={[now, earlier]} />;
  const answers = compared(now.data.answers, earlier.data?.answers ?? []);
  return (
    <ol class="judged">
      {answers.map((one) => (
        <Answer key={one.answer.number} compared={one} />
      ))}
    </ol>
  );
}

const VERDICTS = { right: 'Right', wrong: 'Wrong', refused: 'Refused', failed: 'Failed' } as const;

function Answer({ compared: { answer, before } }: { compared: ComparedAnswer }) {
  const verdict = VERDICTS[answer.verdict];
  const changed = before && before.verdict !== answer.verdict;
  return (
    <li>
      <details>
        <summary>
          <UntrustedText text={answer.turns.join(' / ')} />{' '}
          <b class={answer.verdict === 'right' ? 'good' : 'bad'}>
            {changed ? `${VERDICTS[before.verdict]} → ${verdict}` : verdict}
          </b>
        </summary>
        <Said title="Answer" text={answer.content} />
        {answer.missing.length > 0 && <Said title="Missing" text={answer.missing.join(', ')} />}
        {answer.sources.length > 0 && <Said title="Sources" text={answer.sources.join(', ')} />}
        {before && before.content !== answer.content && <Said title="Before" text={before.content} />}
      </details>
    </li>
  );
}

function Said({ title, text }: { title: string; text: string }) {
  return (
    <p>
      <span class="quiet">{title}: </span>
      <UntrustedText text={text} />
    </p>
  );
}
