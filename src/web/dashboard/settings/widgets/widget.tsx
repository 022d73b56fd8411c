import { TriangleAlert } from 'lucide-static';
import type { WidgetEdit } from '../../../../widgets/records/widget.ts';
import type { AssistantsReply } from '../../../../assistants/wire/assistants.ts';
import type { WidgetReply, Widget } from '../../../../widgets/wire/widgets.ts';
import { adminApi } from '../../../ui/admin-api.ts';
import { Check } from '../../../ui/field.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { apiPath } from '../../../ui/request.ts';
import { go, href } from '../../../ui/router.ts';
import { Bar } from '../../../ui/skeleton.tsx';
import { UntrustedText } from '../../../ui/untrusted-text.tsx';
import { useEditor } from '../../parts/draft.ts';
import { Advanced } from '../../parts/advanced.tsx';
import { Code } from '../../parts/code.tsx';
import { registeredFrame, registeredPolicy, registeredTag } from '../installation/embed-tag.ts';
import { invalidate, setResponse, useLive } from '../../../ui/live.ts';
import { answeringAssistant } from '../assistants/answering.ts';
import { EditForm } from '../../parts/edit-form.tsx';
import { FramePreview } from './frame-preview.tsx';
import { officeHours } from '../hours/hours-edit.ts';
import { HoursFields } from '../hours/hours-fields.tsx';
import { LogoField } from './logo-field.tsx';
import { ProactiveMessages } from './proactive-messages.tsx';
import { OnOff, WidgetStatus } from './widget-status.tsx';
import { WidgetBinding, WidgetGroups } from './widget-binding.tsx';
import { BLANK_WIDGET, savedWidget, widgetRequest } from './widget-edit.ts';
import { WidgetLook, WidgetWords } from './widget-look.tsx';
import { WidgetTheme } from './widget-theme.tsx';
import { WidgetIdentity } from './widget-identity.tsx';
import { WidgetSignIn } from './widget-sign-in.tsx';
import { Entry } from '../../parts/entry.tsx';
import { Section } from '../../parts/section.tsx';

/** The page of a widget. The id `new` is for one that is not created yet. */
export function WidgetView({ id }: { id: string }) {
  const existing = id !== 'new';
  const path = apiPath(existing ? `widgets/${encodeURIComponent(id)}` : 'widgets');
  const live = useLive<WidgetReply>(existing ? path : undefined);
  const { data, refresh } = live;
  return (
    <Entry
      kind="Widget"
      live={live}
      name={data?.widget.name}
      isNew={!existing}
      mark={data && <OnOff on={data.widget.enabled} />}
    >
      {data || !existing ? <Editing key={path} {...{ path, data, refresh }} /> : <Bar width={40} />}
    </Entry>
  );
}

interface EditingProps {
  path: string;
  /** The stored widget; undefined for a new one. */
  data: WidgetReply | undefined;
  refresh: () => Promise<void>;
}

function Editing({ path, data, refresh }: EditingProps) {
  const { data: agents } = useLive<AssistantsReply>(apiPath('assistants'));
  const widget = data?.widget;
  const editor = useEditor({
    path,
    saved: widget ? savedWidget(widget) : BLANK_WIDGET,
    send: (edit, etag) =>
      adminApi.send<WidgetReply>(widget ? 'PUT' : 'POST', path, widgetRequest(edit), { etag }),
    savedBy: (reply: WidgetReply) => savedWidget(reply.widget),
    onSaved(reply) {
      const { id } = reply.widget;
      invalidate(apiPath('widgets'));
      setResponse(apiPath(`widgets/${id}`), reply);
      if (!widget) go(href(['settings', 'widgets', id]), { replace: true });
    },
    refresh,
  });
  const { edit, change } = editor;
  const branding = edit.branding ?? {};
  const greeting = answeringAssistant(agents, edit.assistantId)?.greeting;
  const rebrand = (part: typeof branding) => change({ branding: { ...branding, ...part } });
  return (
    <div class="editor">
      <div class="edited">
        {widget && <WidgetEmbed widget={widget} />}
        <EditForm label="Widget" editor={editor} existing={widget !== undefined} create="Create widget">
          {data?.warnings.map((warning) => (
            <SharedDomain key={warning.code} warning={warning} />
          ))}
          <WidgetBinding {...{ edit, change, agents }} />
          <WidgetLook {...{ branding, rebrand, greeting }}>
            <LogoField logo={branding.logo} onChange={(logo) => rebrand({ logo })} />
          </WidgetLook>
          <WidgetTheme {...{ branding, rebrand }} />
          <ProactiveMessages {...{ edit, change }} />
          <WidgetHours {...{ edit, change }} />
          <Advanced>
            <WidgetWords {...{ branding, rebrand }} />
            <WidgetGroups {...{ edit, change }} />
            <WidgetSignIn {...{ edit, change }} />
            <WidgetIdentity {...{ edit, change, path, widget }} />
          </Advanced>
        </EditForm>
        {data && <WidgetStatus {...{ path, widget: data.widget }} />}
      </div>
      <FramePreview {...{ id: widget?.id, edit, greeting }} />
    </div>
  );
}

/** Warns that other widgets have the same primary domain: allowed, but agents cannot distinguish them. */
function SharedDomain({ warning }: { warning: WidgetReply['warnings'][number] }) {
  return (
    <div class="warning" role="status">
      <Icon svg={TriangleAlert} />
      <p>
        {warning.message}{' '}
        {warning.widgets.map(({ id, name }, index) => (
          <span key={id}>
            {index > 0 && ', '}
            <a href={href(['settings', 'widgets', id])}>
              <UntrustedText text={name} />
            </a>
          </span>
        ))}
      </p>
    </div>
  );
}

/** The embed code of a registered widget. */
function WidgetEmbed({ widget }: { widget: Widget }) {
  const tag = registeredTag(location.origin, widget.id);
  return (
    <Section id="widget-embed" title="Installation">
      <p>Add this tag to each page of the allowed origins, before the closing body tag.</p>
      <Code text={tag} label="Copy tag" primary />
      <p class="quiet">The script contains this widget’s settings and cannot be pinned to a version.</p>
      <details>
        <summary>Embed as an iframe</summary>
        <Code text={registeredFrame(location.origin, widget)} label="Copy iframe" />
      </details>
      <details>
        <summary>Sites with a Content-Security-Policy</summary>
        <p class="quiet">Add these sources to the policy.</p>
        <Code text={registeredPolicy(location.origin, widget)} label="Copy sources" />
      </details>
    </Section>
  );
}

interface HoursProps {
  edit: WidgetEdit;
  change: (part: Partial<WidgetEdit>) => void;
}

/** Custom business hours of a widget. */
function WidgetHours({ edit: { hours }, change }: HoursProps) {
  return (
    <Section id="widget-hours" title="Hours">
      <Check
        label="Use separate hours for this widget"
        checked={hours !== undefined}
        onChange={(own) => change({ hours: own ? officeHours() : undefined })}
      />
      {hours && <HoursFields hours={hours} onChange={(next) => change({ hours: next })} />}
    </Section>
  );
}
