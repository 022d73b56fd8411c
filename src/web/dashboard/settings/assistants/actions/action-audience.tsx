import type { WidgetsReply } from '../../../../../widgets/wire/widgets.ts';
import { Check, LinesField, SelectField } from '../../../../ui/field.tsx';
import { useLive } from '../../../../ui/live.ts';
import { apiPath } from '../../../../ui/request.ts';
import { showControlCharacters } from '../../../../ui/visible.ts';
import type { Editor } from '../../../parts/draft.ts';
import { Section } from '../../../parts/section.tsx';
import type { ActionDraft } from './action-edit.ts';

const AUDIENCES = [
  ['verified', 'Verified visitors only'],
  ['everyone', 'Everyone'],
] as const;

/** The audience of an action, and the places where it is offered. */
export function ActionAudience({ edit, change }: Pick<Editor<ActionDraft>, 'edit' | 'change'>) {
  const { audience, offeredFor, forAgents } = edit;
  return (
    <Section id="action-audience" title="Availability">
      <SelectField
        path="audience"
        label="Visitors"
        hint="A verified visitor is identified by your site’s token or has signed in."
        value={audience}
        options={AUDIENCES}
        onChange={(value) =>
          change({ audience: AUDIENCES.find(([known]) => known === value)?.[0] ?? 'verified' })
        }
      />
      <WidgetChoice {...{ edit, change }} />
      <LinesField
        path="offeredFor"
        label="Offer as a button for these questions"
        rows={Math.min(6, Math.max(2, offeredFor.length + 1))}
        placeholder="Where is my order?"
        hint="One per line. The button with its form is shown under the answer, with or without a model."
        values={offeredFor}
        onChange={(lines) => change({ offeredFor: lines })}
      />
      <Check
        label="Agents can use it in conversations"
        checked={forAgents}
        onChange={(isOn) => change({ forAgents: isOn })}
      />
    </Section>
  );
}

/** The widgets whose visitors can use the action. Default: all. */
function WidgetChoice({ edit: { widgets }, change }: Pick<Editor<ActionDraft>, 'edit' | 'change'>) {
  const { data } = useLive<WidgetsReply>(apiPath('widgets'));
  const all = data?.widgets ?? [];
  if (all.length === 0) return null;
  const toggle = (id: string, isChosen: boolean) => {
    const others = (widgets ?? []).filter((one) => one !== id);
    change({ widgets: isChosen ? [...others, id] : others });
  };
  return (
    <fieldset class="field widget-choice">
      <legend>Widgets</legend>
      <Check
        label="All widgets, and the chat without a widget"
        checked={widgets === undefined}
        onChange={(isAll) => change({ widgets: isAll ? undefined : all.map(({ id }) => id) })}
      />
      {widgets &&
        all.map(({ id, name }) => (
          <Check
            key={id}
            label={showControlCharacters(name)}
            checked={widgets.includes(id)}
            onChange={(isChosen) => toggle(id, isChosen)}
          />
        ))}
    </fieldset>
  );
}
