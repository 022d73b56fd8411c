import type { LabeledValue } from '../../domain/records/action.ts';
import { UntrustedText } from './untrusted-text.tsx';

/** The values of an action with their labels. */
export function ActionValues({ values }: { values: readonly LabeledValue[] }) {
  return (
    <dl class="action-values">
      {values.map(({ label, value }, index) => (
        <div key={index}>
          <dt>
            <UntrustedText text={label} />
          </dt>
          <dd>
            <UntrustedText text={value} />
          </dd>
        </div>
      ))}
    </dl>
  );
}
