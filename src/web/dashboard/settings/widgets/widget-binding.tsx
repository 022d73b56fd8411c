import type { AssistantsReply } from '../../../../assistants/wire/assistants.ts';
import { domainIn } from '../../../../conversations/rules/origin.ts';
import type { WidgetEdit } from '../../../../widgets/records/widget.ts';
import type { Editor } from '../../parts/draft.ts';
import { Check, fieldsFor, LinesField, SelectField, TextField } from '../../../ui/field.tsx';
import { showControlCharacters } from '../../../ui/visible.ts';
import { agentName } from '../assistants/answering.ts';
import { emptyToUndefined } from './widget-edit.ts';
import { Section } from '../../parts/section.tsx';
import { Button } from '../../../ui/button.tsx';

interface WidgetBindingProps extends Pick<Editor<WidgetEdit>, 'edit' | 'change'> {
  agents: AssistantsReply | undefined;
}

/** The domain, origins and assistant of a widget. */
export function WidgetBinding({ edit, change, agents }: WidgetBindingProps) {
  const { primaryDomain, allowedOrigins, assistantId, attachments = false } = edit;
  const field = fieldsFor<'name' | 'primaryDomain'>(edit, change);
  const suggested = allowedOrigins.length === 0 ? originOf(primaryDomain) : undefined;
  return (
    <Section id="widget-binding" title="Sites">
      <TextField
        {...field('name')}
        label="Name"
        most={80}
        hint="Shown to agents. Existing conversations keep the earlier name."
      />
      <TextField
        {...field('primaryDomain')}
        label="Primary domain"
        most={253}
        code
        placeholder="shop.example.com"
        hint="Shown to agents as the source of a conversation."
      />
      <LinesField
        path="allowedOrigins"
        label="Allowed origins"
        rows={Math.min(8, Math.max(3, allowedOrigins.length + 1))}
        code
        placeholder="https://shop.example.com"
        hint="One per line. Only these sites can show the widget."
        values={allowedOrigins}
        onChange={(values) => change({ allowedOrigins: values })}
      />
      {suggested !== undefined && (
        <p>
          <Button class="link" onClick={() => change({ allowedOrigins: [suggested] })}>
            Allow {suggested}
          </Button>
        </p>
      )}
      <SelectField
        path="assistantId"
        label="Initial AI agent"
        hint="Answers until an agent takes over."
        value={assistantId ?? ''}
        options={[
          ['', agentName(agents, undefined) || 'Default'],
          ...(agents?.assistants ?? []).map(
            (agent) => [agent.id, showControlCharacters(agent.name)] as const,
          ),
        ]}
        onChange={(value) => change({ assistantId: emptyToUndefined(value) })}
      />
      <Check
        label="Allow files from visitors and agents"
        checked={attachments}
        onChange={(isOn) => change({ attachments: isOn || undefined })}
      />
    </Section>
  );
}

/** The agents who see a widget's waiting conversations first. */
export function WidgetGroups({ edit, change }: Pick<WidgetBindingProps, 'edit' | 'change'>) {
  const { agentGroups = [] } = edit;
  return (
    <Section id="widget-groups" title="Agent groups">
      <LinesField
        path="agentGroups"
        label="Agent groups"
        rows={Math.min(8, Math.max(2, agentGroups.length + 1))}
        code
        placeholder="Sales"
        hint="One per line: the object ID of a Microsoft Entra group, or the value of an app role. Its agents see these conversations first; every agent can claim them."
        values={agentGroups}
        onChange={(values) => change({ agentGroups: values })}
      />
    </Section>
  );
}

/** The likely origin of a domain; undefined if the text is not a domain. */
function originOf(domain: string): string | undefined {
  const address = `https://${domainIn(domain).toLowerCase()}`;
  return URL.canParse(address) && new URL(address).origin === address ? address : undefined;
}
