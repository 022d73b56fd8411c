import { useState } from 'preact/hooks';
import type { TryActionReply } from '../../../../../actions/wire/actions.ts';
import { adminApi } from '../../../../ui/admin-api.ts';
import { Button } from '../../../../ui/button.tsx';
import { Choice } from '../../../../ui/choice.tsx';
import { TextField } from '../../../../ui/field.tsx';
import { ErrorNotice } from '../../../../ui/notice.tsx';
import { Problem, sentenceOf } from '../../../../ui/request.ts';
import { showControlCharacters } from '../../../../ui/visible.ts';
import { useAction } from '../../../../ui/use-action.ts';
import { Section } from '../../../parts/section.tsx';
import { actionRequest, type ActionDraft, type ParameterDraft } from './action-edit.ts';
import { TriedExchange } from './tried-exchange.tsx';

interface TryActionProps {
  /** The API path of the actions. */
  path: string;
  draft: ActionDraft;
  /** The saved action, whose secret headers are sent. */
  actionId: string | undefined;
}

/** Calls the API with the form's current values, as an example visitor. */
export function TryAction({ path, draft, actionId }: TryActionProps) {
  const [values, setValues] = useState<Readonly<Record<string, string>>>({});
  const [isVerified, setVerified] = useState(true);
  const [visitor, setVisitor] = useState<Readonly<Record<string, string>>>({ id: 'test-visitor' });
  const [reply, setReply] = useState<TryActionReply>();
  const trying = useAction(wordsOf);
  const asked = draft.parameters.filter(({ from }) => from === 'model');
  const claims = new Set(draft.parameters.flatMap(({ from, claim }) => (from === 'visitor' ? [claim] : [])));
  const send = () =>
    trying.run(async () => {
      setReply(undefined);
      setReply(
        await adminApi.send<TryActionReply>('POST', `${path}/try`, {
          action: actionRequest(draft),
          ...(actionId !== undefined && { actionId }),
          values: valuesRequest(asked, values),
          ...(isVerified && { visitor: visitorRequest(visitor) }),
        }),
      );
    });
  return (
    <Section id="try-action" title="Try it">
      <p class="quiet">
        Sends one real request with the form’s current values, even unsaved
        {draft.method === 'GET' ? '.' : '. It changes something at your API.'}
      </p>
      <Choice
        label="Visitor"
        options={[
          ['verified', 'Verified visitor'],
          ['anonymous', 'Not verified'],
        ]}
        value={isVerified ? 'verified' : 'anonymous'}
        onChoose={(chosen) => setVerified(chosen === 'verified')}
      />
      <div class="pair">
        {isVerified &&
          ['id', 'email', ...[...claims].filter((claim) => claim !== 'id' && claim !== 'email')].map(
            (claim) => (
              <TextField
                key={claim}
                path={`visitor.${claim}`}
                label={VISITOR_LABELS[claim] ?? `Visitor’s ${claim}`}
                most={255}
                value={visitor[claim]}
                onChange={(text) => setVisitor({ ...visitor, [claim]: text })}
              />
            ),
          )}
        {asked.map(({ key, name, label }) => (
          <TextField
            key={key}
            path={`values.${name}`}
            label={showControlCharacters(label || name || 'New parameter')}
            most={1000}
            value={values[name]}
            onChange={(text) => setValues({ ...values, [name]: text })}
          />
        ))}
      </div>
      <div class="row">
        <Button
          disabled={trying.running || (isVerified && (visitor['id'] ?? '').trim() === '')}
          onClick={send}
        >
          {trying.running ? 'Sending…' : 'Send request'}
        </Button>
      </div>
      <ErrorNotice sentence={trying.problem} />
      <div aria-live="polite">{reply && <TriedExchange reply={reply} />}</div>
    </Section>
  );
}

const VISITOR_LABELS: Readonly<Record<string, string>> = { id: 'Visitor ID', email: 'Visitor’s e-mail' };

function valuesRequest(asked: readonly ParameterDraft[], values: Readonly<Record<string, string>>): object {
  return Object.fromEntries(
    asked.flatMap(({ name }) => {
      const typed = (values[name] ?? '').trim();
      if (typed === '') return [];
      return [[name, typed] as const];
    }),
  );
}

function visitorRequest({ id = '', email = '', ...others }: Readonly<Record<string, string>>): object {
  const claims = Object.entries(others).filter(([, text]) => text.trim() !== '');
  return {
    id: id.trim(),
    ...(email.trim() !== '' && { email: email.trim() }),
    ...(claims.length > 0 && { claims: Object.fromEntries(claims) }),
  };
}

/** Adds field names to validation issues, because the fields are elsewhere on the page. */
function wordsOf(thrown: unknown): string {
  const issues = thrown instanceof Problem ? (thrown.details.issues ?? []) : [];
  if (issues.length === 0) return sentenceOf(thrown);
  return issues.map(({ path, message }) => `${path.replace(/^action\./, '')} ${message}.`).join(' ');
}
