import { useState } from 'preact/hooks';
import type { Widget, WidgetReply } from '../../../wire/widgets.ts';
import { adminApi } from '../../ui/admin-api.ts';
import { Confirm } from '../../ui/confirm.tsx';
import { ErrorNotice } from '../../ui/notice.tsx';
import { apiPath, sentenceOf } from '../../ui/request.ts';
import { href } from '../../ui/router.ts';
import { UntrustedText } from '../../ui/untrusted-text.tsx';
import { forgetDraft, rebaseDraft } from '../draft.ts';
import { invalidate, setAnswer } from '../live.ts';
import { leaveRemoved } from '../removed.ts';

/** Enables, disables or deletes a widget. */
export function WidgetStatus({ path, widget }: { path: string; widget: Widget }) {
  const [state, setState] = useState<{ running?: boolean; problem?: string }>({});
  const [removing, setRemoving] = useState(false);
  const { enabled, name, etag } = widget;
  const turn = async () => {
    setState({ running: true });
    try {
      const reply = await adminApi.send<WidgetReply>('POST', `${path}/${enabled ? 'disable' : 'enable'}`, {});
      rebaseDraft(path, etag, reply.widget.etag);
      invalidate(apiPath('widgets'));
      setAnswer(path, reply);
      setState({});
    } catch (thrown) {
      setState({ problem: sentenceOf(thrown) });
    }
  };
  const remove = async () => {
    await adminApi.send('DELETE', path);
    forgetDraft(path);
    leaveRemoved(path, apiPath('widgets'), href(['settings', 'widgets']));
  };
  return (
    <section class="card part" aria-labelledby="widget-status">
      <h2 id="widget-status">{enabled ? 'Disable or delete' : 'Enable or delete'}</h2>
      <p>
        {enabled
          ? 'A disabled widget stops working on all sites immediately. Its settings and conversations are kept.'
          : 'This widget is disabled. Its settings and conversations are kept.'}
      </p>
      <div class="row">
        <button type="button" class="button" disabled={state.running} onClick={() => void turn()}>
          {enabled ? 'Disable' : 'Enable'}
        </button>
        <button type="button" class="button danger" onClick={() => setRemoving(true)}>
          Delete
        </button>
      </div>
      <ErrorNotice sentence={state.problem} />
      {removing && (
        <Confirm
          title="Delete this widget?"
          action="Delete widget"
          run={remove}
          onClose={() => setRemoving(false)}
        >
          <p>
            <UntrustedText text={name} /> stops working on all sites immediately, and its settings are deleted
            permanently. Its conversations are kept. To pause it, disable it instead.
          </p>
        </Confirm>
      )}
    </section>
  );
}

/** Whether a widget is enabled. */
export const OnOff = ({ on }: { on: boolean }) => (
  <span class={on ? 'status claimed' : 'status closed'}>
    <span>{on ? 'On' : 'Off'}</span>
  </span>
);
