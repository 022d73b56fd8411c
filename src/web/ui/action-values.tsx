import { numberedLabel } from '../../actions/rules/shown-value.ts';
import type { LabeledValue } from '../../conversations/records/tried-action.ts';
import { UntrustedText } from './untrusted-text.tsx';

export function ActionValues({ values }: { values: readonly LabeledValue[] }) {
  return (
    <dl class="action-values">
      {values.map((one, index) => (
        <div key={index}>
          <dt>
            <UntrustedText text={numberedLabel(one)} />
          </dt>
          <dd>
            <UntrustedText text={one.value} />
          </dd>
        </div>
      ))}
    </dl>
  );
}
