import type { TryActionReply } from '../../../../../actions/wire/actions.ts';
import { ActionValues } from '../../../../ui/action-values.tsx';
import { REASON_WORDS } from '../../../../ui/action-words.ts';
import { UntrustedText } from '../../../../ui/untrusted-text.tsx';
import { showControlCharacters } from '../../../../ui/visible.ts';

/** A test request and its response side by side, with the usable fields. */
export function TriedExchange({ reply: { problems, request, answer } }: { reply: TryActionReply }) {
  if (problems.length > 0) {
    return (
      <ul class="points bad">
        {problems.map((problem) => (
          <li key={problem}>
            <UntrustedText text={problem} />
          </li>
        ))}
      </ul>
    );
  }
  return (
    <div class="exchange">
      {request && <Request request={request} />}
      {answer && <Answer answer={answer} />}
    </div>
  );
}

function Request({ request }: { request: NonNullable<TryActionReply['request']> }) {
  const { method, url, headers, body } = request;
  const lines = [
    `${method} ${url}`,
    ...headers.map(({ label, value }) => `${label}: ${value}`),
    ...(body === undefined ? [] : ['', body]),
  ];
  return (
    <section aria-labelledby="tried-request">
      <h3 id="tried-request">Request sent</h3>
      <pre tabIndex={0} translate={false}>
        {showControlCharacters(lines.join('\n'))}
      </pre>
    </section>
  );
}

function Answer({ answer }: { answer: NonNullable<TryActionReply['answer']> }) {
  const { status, reason, body, durationMs, data, sentence } = answer;
  return (
    <section aria-labelledby="tried-answer">
      <h3 id="tried-answer">Answer received</h3>
      <p class={reason === undefined ? 'good' : 'bad'}>
        {[status, `${durationMs} ms`].filter((part) => part !== undefined).join(' · ')}
        {reason !== undefined && ` · ${REASON_WORDS[reason]}`}
      </p>
      {body !== undefined && (
        <pre tabIndex={0} translate={false}>
          {showControlCharacters(body)}
        </pre>
      )}
      <h3>Given to the assistant</h3>
      {sentence !== undefined && (
        <p>
          <UntrustedText text={sentence} />
        </p>
      )}
      {data.length > 0 && <ActionValues values={data} />}
      {data.length === 0 && sentence === undefined && <p class="quiet">Nothing. Add fields under Answer.</p>}
    </section>
  );
}
