import { useState } from 'preact/hooks';
import { numberedLabel } from '../../../actions/rules/shown-value.ts';
import type { ActionFormField, OfferedAction } from '../../../conversations/records/offered-action.ts';
import type { ActionResult } from '../../../actions/wire/actions.ts';
import type { AgentActionReply, AgentActionsReply } from '../../../actions/wire/visitor-actions.ts';
import { REASON_WORDS } from '../../ui/action-words.ts';
import { ActionValues } from '../../ui/action-values.tsx';
import { Button } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field, SelectField, TextField } from '../../ui/field.tsx';
import { ErrorNotice } from '../../ui/notice.tsx';
import { UntrustedText } from '../../ui/untrusted-text.tsx';
import { Bar } from '../../ui/skeleton.tsx';
import { useAction } from '../../ui/use-action.ts';
import { useLoaded } from '../../ui/use-loaded.ts';
import { showControlCharacters } from '../../ui/visible.ts';
import type { Desk } from '../state/desk.ts';
import { sessionPath } from '../state/conversations.ts';

interface ActionDialogProps {
  desk: Desk;
  sessionId: string;
  action: OfferedAction;
  onClose: () => void;
}

/** The form of an action, with the result of a lookup. Changes are proposed to the visitor. */
export function ActionDialog({ desk, sessionId, action, onClose }: ActionDialogProps) {
  const { name, title, changes } = action;
  const { fields, isLoading } = useChoices(desk, sessionId, action);
  const [values, setValues] = useState<Readonly<Record<string, string>>>({});
  const [result, setResult] = useState<ActionResult>();
  const sending = useAction();
  const isComplete = fields.every((field) => !field.required || (values[field.name] ?? '').trim() !== '');
  const send = () =>
    sending.run(async () => {
      setResult(undefined);
      const body = { name, values: enteredValues(values) };
      const reply = await desk.api.send<AgentActionReply>('POST', sessionPath(sessionId, '/actions'), body);
      if (reply.result) setResult(reply.result);
      else onClose();
    });
  return (
    <Dialog title={showControlCharacters(title)} onClose={onClose} dismissible={!sending.running}>
      {changes && <p>The visitor sees the exact values and confirms the change.</p>}
      <form
        class="action-form"
        aria-label={showControlCharacters(title)}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (isComplete && !sending.running) void send();
        }}
      >
        {isLoading ? (
          <Bar width={20} />
        ) : (
          fields.map((field) => (
            <FormField
              key={field.name}
              field={field}
              value={values[field.name] ?? ''}
              onChange={(text) => setValues({ ...values, [field.name]: text })}
            />
          ))
        )}
        <ErrorNotice sentence={sending.problem} />
        <div aria-live="polite">{result && <Result result={result} />}</div>
        <div class="actions">
          <Button disabled={sending.running} onClick={onClose}>
            {result ? 'Close' : 'Cancel'}
          </Button>
          <Button submit class="button primary" disabled={!isComplete || sending.running}>
            {changes ? 'Propose to visitor' : 'Look up'}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

/**
 * The fields of a form. A lookup can have the values of its text fields as choices; a failed one leaves them
 * as they are.
 */
function useChoices(desk: Desk, sessionId: string, { name, fields }: OfferedAction) {
  const canChoose = fields.some(({ type }) => type === 'text');
  const path = `${sessionPath(sessionId, '/actions')}?${String(new URLSearchParams({ form: name }))}`;
  const { data, problem } = useLoaded(async () =>
    canChoose ? (await desk.api.get<AgentActionsReply>(path)).actions : [],
  );
  const found = data?.find((one) => one.name === name);
  return { fields: found?.fields ?? fields, isLoading: canChoose && !data && problem === undefined };
}

/** The entered values. The service validates them. */
function enteredValues(values: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(values).flatMap(([name, text]) => (text.trim() === '' ? [] : [[name, text.trim()]])),
  );
}

interface FormFieldProps {
  field: ActionFormField;
  value: string;
  onChange: (text: string) => void;
}

function FormField({ field, value, onChange }: FormFieldProps) {
  const { name, type, options = [], optionLabels = options, required } = field;
  const label = `${showControlCharacters(field.label)}${required ? '' : ' (optional)'}`;
  const path = `values.${name}`;
  if (type === 'choice') {
    const choices = options.map((option, index) => {
      return [option, showControlCharacters(optionLabels[index] ?? option)] as const;
    });
    return (
      <SelectField {...{ path, label, value, onChange }} options={[['', 'Choose an option'], ...choices]} />
    );
  }
  if (type === 'date') {
    return (
      <Field {...{ path, label, value }}>
        {(attributes) => (
          <input
            {...attributes}
            type="date"
            value={value}
            onInput={({ currentTarget }) => onChange(currentTarget.value)}
          />
        )}
      </Field>
    );
  }
  return <TextField {...{ path, label, value, onChange }} most={1000} decimal={type === 'number'} />;
}

/** The part of a response that is shown to the agent. */
function Result({ result: { tried, data, sentence } }: { result: ActionResult }) {
  const { outcome, reason } = tried;
  const lines = [
    ...(sentence === undefined ? [] : [sentence]),
    ...data.map((it) => `${numberedLabel(it)}: ${it.value}`),
  ];
  return (
    <section class="action-result" aria-label="Result">
      {sentence !== undefined && (
        <p>
          <UntrustedText text={sentence} />
        </p>
      )}
      {sentence === undefined && outcome !== 'answered' && (
        <p class="bad">{reason === undefined ? 'The action failed.' : REASON_WORDS[reason]}</p>
      )}
      {outcome === 'answered' && data.length === 0 && sentence === undefined && <p>Done.</p>}
      {data.length > 0 && <ActionValues values={data} />}
      {lines.length > 0 && <CopyButton text={lines.join('\n')} label="Copy result" />}
    </section>
  );
}
