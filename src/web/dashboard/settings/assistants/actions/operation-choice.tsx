import type { ReadOpenApiReply } from '../../../../../actions/wire/actions.ts';
import { UntrustedText } from '../../../../ui/untrusted-text.tsx';

interface OperationChoiceProps {
  operation: ReadOpenApiReply['operations'][number];
  checked: boolean;
  onChange: (checked: boolean) => void;
}

/** An operation of a description. If it cannot be an action, the reason is shown. */
export function OperationChoice({ operation, checked, onChange }: OperationChoiceProps) {
  const { method, path, summary, action, notes } = operation;
  return (
    <li>
      <label class={action ? undefined : 'unavailable'}>
        <input
          type="checkbox"
          checked={checked}
          disabled={!action}
          onChange={({ currentTarget }) => onChange(currentTarget.checked)}
        />
        <span class="operation">
          <span>
            <span class="method">{method.toUpperCase()}</span>{' '}
            <code>
              <UntrustedText text={path} />
            </code>
          </span>
          {summary !== '' && <UntrustedText text={summary} />}
          {notes.map((note) => (
            <span key={note} class="quiet">
              <UntrustedText text={note} />
            </span>
          ))}
        </span>
      </label>
    </li>
  );
}
