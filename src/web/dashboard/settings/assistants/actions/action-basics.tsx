import { Check, fieldsFor, SelectField, TextField } from '../../../../ui/field.tsx';
import type { Editor } from '../../../parts/draft.ts';
import { Section } from '../../../parts/section.tsx';
import type { ActionDraft } from './action-edit.ts';

type PartProps = Pick<Editor<ActionDraft>, 'edit' | 'change'>;

/** The name of an action and its purpose. */
export function ActionBasics({ edit, change }: PartProps) {
  const field = fieldsFor<'title' | 'name' | 'purpose' | 'progress'>(edit, change);
  return (
    <Section id="action-basics" title="Action">
      <div class="pair">
        <TextField
          {...field('title')}
          label="Title"
          most={60}
          placeholder="Track an order"
          hint="Visitors and agents see it on buttons."
        />
        <TextField
          {...field('name')}
          label="Name"
          most={40}
          code
          placeholder="track_order"
          hint="The name of the model’s tool."
        />
      </div>
      <TextField
        {...field('purpose')}
        label="Purpose"
        most={500}
        rows={3}
        placeholder="Looks up the state and the delivery date of an order by its number. Use it when the visitor asks where an order is."
        hint="The model reads it to decide when to use the action."
      />
      <TextField
        {...field('progress')}
        label="While it runs"
        most={80}
        placeholder="Looking up your order…"
        hint="Shown to the visitor."
      />
      <Check label="Switched on" checked={edit.enabled} onChange={(isOn) => change({ enabled: isOn })} />
    </Section>
  );
}

const METHODS = [
  ['GET', 'GET: looks something up'],
  ['POST', 'POST: changes something'],
  ['PATCH', 'PATCH: changes something'],
  ['DELETE', 'DELETE: changes something'],
] as const;

export function ActionRequestFields({ edit, change }: PartProps) {
  const { method } = edit;
  const field = fieldsFor<'url' | 'body' | 'confirmation'>(edit, change);
  const changes = method !== 'GET';
  return (
    <Section id="action-request" title="Request">
      <SelectField
        path="method"
        label="Method"
        value={method}
        options={METHODS}
        onChange={(value) => change({ method: METHODS.find(([known]) => known === value)?.[0] ?? 'GET' })}
      />
      <TextField
        {...field('url')}
        label="Address"
        most={1000}
        code
        placeholder="https://api.example.com/orders/{orderNumber}"
        hint={
          <>
            The host is written out. Path and query may contain parameters such as{' '}
            <code>{'{orderNumber}'}</code>.
          </>
        }
      />
      {changes && (
        <>
          <TextField
            {...field('body')}
            label="JSON body"
            most={5000}
            rows={4}
            code
            placeholder={'{ "deliveryDate": "{date}" }'}
            hint="Parameters are allowed inside texts. A text that is only a parameter keeps its type."
          />
          <TextField
            {...field('confirmation')}
            label="Question to confirm"
            most={200}
            placeholder="Cancel order {orderNumber}?"
            hint="The visitor sees it with the exact values. Nothing is sent before they confirm."
          />
        </>
      )}
    </Section>
  );
}
