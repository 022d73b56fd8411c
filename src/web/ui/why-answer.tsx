import type { TriedAction } from '../../conversations/records/tried-action.ts';
import type { AnswerBasis, BasisSection } from '../../conversations/records/message.ts';
import { REASON_WORDS, outcomeText } from './action-words.ts';
import { plural } from './format.ts';
import { UntrustedText } from './untrusted-text.tsx';

/** Texts for the reasons why the model did not answer. */
const NO_MODEL: Record<NonNullable<AnswerBasis['failure']>, string> = {
  timeout: 'The model did not answer in time.',
  'rate-limited': 'The model’s quota was used up.',
  refused: 'The model rejected the request.',
  'access-denied': 'The model rejected the service’s identity or key.',
  'model-not-found': 'The model was not found.',
  'wrong-protocol': 'The model’s address did not answer like a model API.',
  'server-error': 'The model’s server reported an error.',
  unreachable: 'The model’s server could not be reached.',
  'broken-stream': 'The model’s answer was interrupted.',
  empty: 'The model’s answer was empty.',
  'circuit-open': 'Calls of the model were paused after several failures.',
  'daily-budget': 'The daily token budget was used up.',
};

/** Explains how an answer was made. Collapsed by default. */
export function WhyAnswer({ basis }: { basis: AnswerBasis }) {
  const { queries, sections, whole, quoted, actions = [], model } = basis;
  return (
    <details class="why">
      <summary>Why this answer</summary>
      <dl>
        {quoted !== undefined && <Row name="Result" value={resultWords(basis)} />}
        <dt>Searched for</dt>
        <dd>
          <ol>
            <li>The visitor’s question</li>
            {queries.map((query, index) => (
              <li key={index}>
                “<UntrustedText text={query} />”
              </li>
            ))}
          </ol>
        </dd>
        <dt>{quoted !== undefined ? 'Sections found' : 'Sections given to the model'}</dt>
        <dd>
          {whole !== undefined && (
            <p>All {plural(whole, 'section')} of the documents. Best matches and cited:</p>
          )}
          {sections.length === 0 ? 'None' : <Sections sections={sections} />}
        </dd>
        {actions.length > 0 && (
          <>
            <dt>Actions</dt>
            <dd>
              <Actions actions={actions} />
            </dd>
          </>
        )}
        {quoted === undefined && (
          <>
            <dt>Model</dt>
            <dd>
              <UntrustedText text={model} />
            </dd>
          </>
        )}
      </dl>
    </details>
  );
}

function resultWords({ quoted, failure }: AnswerBasis): string {
  const result = quoted ? 'The closest section was quoted.' : 'The documents do not cover this question.';
  return failure === undefined ? result : `${result} ${NO_MODEL[failure]}`;
}

function Row({ name, value }: { name: string; value: string }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </>
  );
}

/** The actions that were called, with their outcomes but without data. */
function Actions({ actions }: { actions: readonly TriedAction[] }) {
  return (
    <ul>
      {actions.map((tried, index) => (
        <li key={index}>
          <UntrustedText text={tried.title} />
          <span class="fit">{outcomeText(tried)}</span>
          {tried.reason !== undefined && <span class="reason">{REASON_WORDS[tried.reason]}</span>}
        </li>
      ))}
    </ul>
  );
}

function Sections({ sections }: { sections: readonly BasisSection[] }) {
  return (
    <ul>
      {sections.map(({ heading, fit, cited }, index) => (
        <li key={index}>
          <UntrustedText text={heading} />
          <span class="fit">
            {[cited && 'Cited', fit !== undefined && fitWords(fit)].filter(Boolean).join(' · ')}
          </span>
        </li>
      ))}
    </ul>
  );
}

function fitWords(fit: number): string {
  if (fit >= 0.75) return 'Strong match';
  if (fit >= 0.5) return 'Good match';
  return fit >= 0.25 ? 'Partial match' : 'Weak match';
}
