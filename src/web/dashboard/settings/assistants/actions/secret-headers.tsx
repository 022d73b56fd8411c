import { useState } from 'preact/hooks';
import type { ActionReply, ListedAction } from '../../../../../actions/wire/actions.ts';
import { adminApi } from '../../../../ui/admin-api.ts';
import { Button } from '../../../../ui/button.tsx';
import { ConfirmedButton } from '../../../../ui/confirm.tsx';
import { ErrorNotice } from '../../../../ui/notice.tsx';
import { useAction } from '../../../../ui/use-action.ts';
import { Section } from '../../../parts/section.tsx';

interface SecretHeadersProps {
  /** The action's API path. */
  path: string;
  action: ListedAction;
  onChanged: (action: ListedAction) => void;
}

/** The secret headers of an action. They are stored and removed immediately, independently of the form. */
export function SecretHeaders({ path, action, onChanged }: SecretHeadersProps) {
  const { secretHeaders, etag } = action;
  const [name, setName] = useState('');
  const [value, setValue] = useState('');
  const saving = useAction();
  const headerPath = (header: string) => `${path}/headers/${encodeURIComponent(header)}`;
  const save = () =>
    saving.run(async () => {
      const reply = await adminApi.send<ActionReply>('PUT', headerPath(name.trim()), { value }, { etag });
      onChanged(reply.action);
      setName('');
      setValue('');
    });
  const remove = async (header: string) => {
    const reply = await adminApi.send<ActionReply>('DELETE', headerPath(header), undefined, { etag });
    onChanged(reply.action);
  };
  return (
    <Section id="secret-headers" title="Secret headers">
      <p class="quiet">
        Sent with each request, such as an API key. The values are kept in the vault and never shown again.
      </p>
      {secretHeaders.length > 0 && (
        <ul class="secret-headers">
          {secretHeaders.map((header) => (
            <li key={header}>
              <code>{header}</code>
              <span aria-hidden="true">••••••••</span>
              <ConfirmedButton
                label={
                  <>
                    Remove<span class="unseen"> {header}</span>
                  </>
                }
                class="button"
                title="Remove this header?"
                action="Remove header"
                run={() => remove(header)}
              >
                <p>Requests are sent without it immediately, and its value is deleted.</p>
              </ConfirmedButton>
            </li>
          ))}
        </ul>
      )}
      <form
        class="header-form"
        aria-label="Secret header"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        <label>
          Header
          <input
            type="text"
            class="code"
            spellcheck={false}
            autocomplete="off"
            placeholder="X-Api-Key"
            maxLength={64}
            value={name}
            onInput={({ currentTarget }) => setName(currentTarget.value)}
          />
        </label>
        <label>
          Value
          <input
            type="password"
            autocomplete="new-password"
            maxLength={4000}
            value={value}
            onInput={({ currentTarget }) => setValue(currentTarget.value)}
          />
        </label>
        <Button submit disabled={saving.running || name.trim() === '' || value === ''}>
          Store header
        </Button>
      </form>
      <ErrorNotice sentence={saving.problem} />
    </Section>
  );
}
