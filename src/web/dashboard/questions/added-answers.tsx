import { useState } from 'preact/hooks';
import type { AddedAnswer, AnswersReply } from '../../../wire/answers.ts';
import { Confirm } from '../../ui/confirm.tsx';
import { apiPath } from '../../ui/request.ts';
import { Time } from '../../ui/time.tsx';
import { UntrustedText } from '../../ui/untrusted-text.tsx';
import { useLive } from '../live.ts';
import { removeAnswer } from './added-answer-card.tsx';

/** The answers that admins added, newest first; nothing where there are none. */
export function AddedAnswers() {
  const { data } = useLive<AnswersReply>(apiPath('answers'));
  const [removing, setRemoving] = useState<AddedAnswer>();
  if (!data || data.answers.length === 0) return null;
  return (
    <section class="added-answers" aria-labelledby="added-answers">
      <h2 id="added-answers">Added answers</h2>
      <ul class="results">
        {data.answers.map((added) => (
          <li key={added.id}>
            <details>
              <summary dir="auto">
                <UntrustedText text={added.heading} />
              </summary>
              <p class="instructions" dir="auto">
                <UntrustedText text={added.answer} />
              </p>
              <div class="row">
                <button type="button" class="button danger" onClick={() => setRemoving(added)}>
                  Remove
                </button>
              </div>
            </details>
            <span class="quiet">
              Added <Time at={added.addedAt} as="ago" />
            </span>
          </li>
        ))}
      </ul>
      {removing && (
        <Confirm
          title="Remove this answer?"
          action="Remove answer"
          run={() => removeAnswer(removing)}
          onClose={() => setRemoving(undefined)}
        >
          <p>The assistant no longer uses it, and its questions are unanswered again.</p>
        </Confirm>
      )}
    </section>
  );
}
