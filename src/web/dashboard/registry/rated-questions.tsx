import { useEffect, useState } from 'preact/hooks';
import type { RatedQuestionsReply } from '../../../wire/questions.ts';
import type { ListWindow } from '../../../wire/records.ts';
import { adminApi } from '../../ui/admin-api.ts';
import { Choice } from '../../ui/choice.tsx';
import { Check } from '../../ui/field.tsx';
import { ErrorNotice } from '../../ui/notice.tsx';
import { apiPath } from '../../ui/request.ts';
import { conversationHref } from '../../ui/router.ts';
import { Time } from '../../ui/time.tsx';
import { UntrustedText } from '../../ui/untrusted-text.tsx';
import { lineTyped, QuestionFields } from './question-fields.tsx';
import { useAction } from '../../ui/use-action.ts';
import { Button } from '../../ui/button.tsx';

type Rated = RatedQuestionsReply['questions'][number];
type Rating = 'up' | 'down';

const RATINGS: readonly (readonly [Rating, string])[] = [
  ['up', 'Thumbs up'],
  ['down', 'Thumbs down'],
];
const TIMES: readonly (readonly [ListWindow, string])[] = [
  ['24h', '24 hours'],
  ['7d', '7 days'],
  ['all', 'All time'],
];

interface RatedProps {
  /** Adds a question to the set; a new set is created where there is none. */
  add: (line: object) => Promise<void>;
}

/** Questions of visitors by the rating of their answer; each is read and edited before it is added. */
export function RatedQuestions({ add }: RatedProps) {
  const [rating, setRating] = useState<Rating>('up');
  const [window, setWindow] = useState<ListWindow>('7d');
  return (
    <details class="rated">
      <summary>From rated conversations</summary>
      <div class="row">
        <Choice label="Rating" options={RATINGS} value={rating} onChoose={setRating} />
        <Choice label="Time" options={TIMES} value={window} onChoose={setWindow} />
      </div>
      <Proposals key={`${rating} ${window}`} {...{ rating, window, add }} />
    </details>
  );
}

interface ProposalsProps extends RatedProps {
  rating: Rating;
  window: ListWindow;
}

/** A page of proposals at a time; they are not loaded again while they are edited. */
function Proposals({ rating, window, add }: ProposalsProps) {
  const [pages, setPages] = useState<RatedQuestionsReply[]>([]);
  const action = useAction();
  const cursor = pages.at(-1)?.nextCursor;
  const load = () =>
    action.run(async () => {
      const path = apiPath('rated-questions', { rating, window, ...(cursor !== undefined && { cursor }) });
      const page = await adminApi.get<RatedQuestionsReply>(path);
      setPages((before) => [...before, page]);
    });
  useEffect(() => void load(), []);
  const questions = pages.flatMap((page) => page.questions);
  const isLoaded = pages.length > 0;
  return (
    <>
      {isLoaded && questions.length === 0 && cursor === undefined && (
        <p class="quiet">No answers with this rating.</p>
      )}
      <ul class="judged">
        {questions.map((rated) => (
          <Proposal key={rated.messageId} {...{ rated, add }} />
        ))}
      </ul>
      <ErrorNotice sentence={action.problem} />
      {(cursor !== undefined || action.problem !== undefined) && (
        <Button onClick={load}>{isLoaded ? 'Show more' : 'Try again'}</Button>
      )}
    </>
  );
}

/** One proposal; an empty expectation is added only where the admin says that it is meant. */
function Proposal({ rated, add }: { rated: Rated; add: RatedProps['add'] }) {
  const [typed, setTyped] = useState({
    // A line is a message, so a message with line breaks becomes one line.
    question: rated.turns.map((turn) => turn.replaceAll(/\s+/g, ' ')).join('\n'),
    facts: rated.facts.join('\n'),
  });
  const [refuses, setRefuses] = useState(false);
  const [added, setAdded] = useState(false);
  const action = useAction();
  const isComplete = typed.question.trim() !== '' && (refuses || typed.facts.trim() !== '');
  const send = () =>
    action.run(async () => {
      await add(lineTyped(refuses ? { ...typed, facts: '' } : typed));
      setAdded(true);
    });
  return (
    <li>
      <details>
        <summary>
          <UntrustedText text={rated.turns.join(' / ')} />{' '}
          <span class="quiet">{added ? 'Added' : <Time at={rated.at} as="ago" />}</span>
        </summary>
        <p>
          <span class="quiet">Answer: </span>
          <UntrustedText text={rated.answer} />
        </p>
        <form
          onSubmit={(event) => {
            event.preventDefault();
            void send();
          }}
        >
          <QuestionFields typed={typed} hint="" onChange={setTyped} />
          <Check label="No answer expected" checked={refuses} onChange={setRefuses} />
          <div class="row">
            <Button submit disabled={!isComplete || action.running}>
              {added ? 'Add again' : 'Add to set'}
            </Button>
            <a href={conversationHref(rated.sessionId, rated.seq)}>Open conversation</a>
          </div>
          <ErrorNotice sentence={action.problem} />
        </form>
      </details>
    </li>
  );
}
