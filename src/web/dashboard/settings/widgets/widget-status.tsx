import type { Widget, WidgetReply } from '../../../../widgets/wire/widgets.ts';
import { adminApi } from '../../../ui/admin-api.ts';
import { ConfirmedButton } from '../../../ui/confirm.tsx';
import { ErrorNotice } from '../../../ui/notice.tsx';
import { apiPath } from '../../../ui/request.ts';
import { href } from '../../../ui/router.ts';
import { UntrustedText } from '../../../ui/untrusted-text.tsx';
import { forgetDraft, rebaseDraft } from '../../parts/draft.ts';
import { invalidate, setResponse } from '../../../ui/live.ts';
import { leaveRemoved } from '../../parts/removed.ts';
import { Section } from '../../parts/section.tsx';
import { useAction } from '../../../ui/use-action.ts';
import { Button } from '../../../ui/button.tsx';

/** Enables, disables or deletes a widget. */
export function WidgetStatus({ path, widget }: { path: string; widget: Widget }) {
  const action = useAction();
  const { enabled, name, etag } = widget;
  const turn = () =>
    action.run(async () => {
      const reply = await adminApi.send<WidgetReply>('PATCH', path, { enabled: !enabled });
      rebaseDraft(path, etag, reply.widget.etag);
      invalidate(apiPath('widgets'));
      setResponse(path, reply);
    });
  const remove = async () => {
    await adminApi.send('DELETE', path);
    forgetDraft(path);
    leaveRemoved(path, apiPath('widgets'), href(['settings', 'widgets']));
  };
  return (
    <Section id="widget-status" title={enabled ? 'Disable or delete' : 'Enable or delete'}>
      <p>
        {enabled
          ? 'A disabled widget stops working on all sites immediately. Its settings and conversations are kept.'
          : 'This widget is disabled. Its settings and conversations are kept.'}
      </p>
      <div class="row">
        <Button disabled={action.running} onClick={turn}>
          {enabled ? 'Disable' : 'Enable'}
        </Button>
        <ConfirmedButton label="Delete" title="Delete this widget?" action="Delete widget" run={remove}>
          <p>
            <UntrustedText text={name} /> stops working on all sites immediately, and its settings are deleted
            permanently. Its conversations are kept. To pause it, disable it instead.
          </p>
        </ConfirmedButton>
      </div>
      <ErrorNotice sentence={action.problem} />
    </Section>
  );
}

/** Shows whether a widget is enabled. */
export const OnOff = ({ on }: { on: boolean }) => (
  <span class={on ? 'status claimed' : 'status closed'}>
    <span>{on ? 'On' : 'Off'}</span>
  </span>
);
