import type { WorkflowSlot } from '../../../../notifications/records/teams-channel.ts';
import type { TeamsChannelReply } from '../../../../notifications/wire/notifications.ts';
import { Field } from '../../../ui/field.tsx';
import { Time } from '../../../ui/time.tsx';
import { Button } from '../../../ui/button.tsx';

interface WorkflowAddressProps {
  slot: WorkflowSlot;
  label: string;
  hint: string;
  /** The state of the stored address. The address is never shown. */
  stored: TeamsChannelReply['first'];
  /** Undefined keeps the stored address, null removes it. */
  value: string | null | undefined;
  onChange: (value: string | null | undefined) => void;
}

/** The address of a workflow. It is a secret: it can be entered, replaced and removed, but is never shown. */
export function WorkflowAddress({ slot, label, hint, stored, value, onChange }: WorkflowAddressProps) {
  if (stored && value === undefined) {
    return (
      <div class="field">
        <span>{label}</span>
        <p>
          Set since <Time at={stored.since} as="date" />
          <br />
          <span class="quiet address-host">{stored.host}</span>
        </p>
        <div class="row">
          <Button onClick={() => onChange('')}>Replace address</Button>
          <Button onClick={() => onChange(null)}>Remove address</Button>
        </div>
        <p class="quiet">{hint}</p>
      </div>
    );
  }
  if (value === null) {
    return (
      <div class="field">
        <span>{label}</span>
        <p>The address is removed when you save.</p>
        <div class="row">
          <Button onClick={() => onChange(undefined)}>Keep address</Button>
        </div>
      </div>
    );
  }
  return (
    <Field path={slot} label={label} hint={hint} value={value} say={({ message }) => message}>
      {(attributes) => (
        <>
          <input
            {...attributes}
            type="password"
            class="code"
            // Keeps password managers from storing it.
            autocomplete="off"
            data-1p-ignore
            spellcheck={false}
            value={value ?? ''}
            onInput={({ currentTarget }) =>
              onChange(currentTarget.value === '' && !stored ? undefined : currentTarget.value)
            }
          />
          {stored && (
            <Button class="link" onClick={() => onChange(undefined)}>
              Keep the present address
            </Button>
          )}
        </>
      )}
    </Field>
  );
}
