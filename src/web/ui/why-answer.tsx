import type { AnswerBasis, BasisSection, SearchOutcome } from '../../domain/records/message.ts';
import { formatCost, formatCount, plural } from './format.ts';
import { UntrustedText } from './untrusted-text.tsx';

const OUTCOMES: Record<SearchOutcome, string> = {
  sure: 'One section fits the whole question, so it was quoted.',
  unclear: 'Several sections fit equally well, so the assistant asked back.',
  unsure: 'No section surely answers the question, so the closest ones were offered.',
  nothing: 'The documents do not answer the question.',
};

/** How an answer came about; closed at first. */
export function WhyAnswer({ basis }: { basis: AnswerBasis }) {
  const { queries, sections, whole, outcome, model, inputTokens, outputTokens, cost } = basis;
  return (
    <details class="why">
      <summary>Why this answer</summary>
      <dl>
        {outcome && <Row name="Result" value={OUTCOMES[outcome]} />}
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
        <dt>{outcome ? 'Sections found' : 'Sections given to the model'}</dt>
        <dd>
          {whole !== undefined && (
            <p>All {plural(whole, 'section')} of the documents. Best matches and cited:</p>
          )}
          {sections.length === 0 ? 'None' : <Sections sections={sections} />}
        </dd>
        {!outcome && (
          <>
            <dt>Used</dt>
            <dd>
              {formatCount(inputTokens)} tokens in, {formatCount(outputTokens)} out · {formatCost({ cost })} ·{' '}
              <UntrustedText text={model} />
            </dd>
          </>
        )}
      </dl>
    </details>
  );
}

function Row({ name, value }: { name: string; value: string }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </>
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
