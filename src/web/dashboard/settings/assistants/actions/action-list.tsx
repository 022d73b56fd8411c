import { ArrowLeft, FileJson, Plus, Zap } from 'lucide-static';
import type { ActionsReply, ListedAction } from '../../../../../actions/wire/actions.ts';
import type { AssistantReply } from '../../../../../assistants/wire/assistants.ts';
import { Icon } from '../../../../ui/icon.tsx';
import { useLive } from '../../../../ui/live.ts';
import { Empty } from '../../../../ui/notice.tsx';
import { href } from '../../../../ui/router.ts';
import { opensRow } from '../../../../ui/rows.ts';
import { Table, type Heading } from '../../../../ui/table.tsx';
import { Time } from '../../../../ui/time.tsx';
import { UntrustedText } from '../../../../ui/untrusted-text.tsx';
import { actionsPath, assistantPath } from '../../../addresses.ts';
import { Loaded } from '../../../parts/loaded.tsx';
import { OnOff } from '../../widgets/widget-status.tsx';
import { Head } from '../../../parts/head.tsx';
import { MAX_ACTIONS } from './action-edit.ts';
import { actionsHref } from './action-editor.tsx';

const HEADINGS: readonly Heading[] = [
  { title: 'Action' },
  { title: 'Request' },
  { title: 'Visitors' },
  { title: 'State' },
  { title: 'Changed', number: true },
];

export function ActionList({ assistantId }: { assistantId: string }) {
  const live = useLive<ActionsReply>(actionsPath(assistantId));
  const { data } = useLive<AssistantReply>(assistantPath(assistantId));
  const all = live.data?.actions;
  return (
    <div class="view">
      <p class="back">
        <a href={href(['settings', 'assistants', assistantId])}>
          <Icon svg={ArrowLeft} size={16} /> Assistant
        </a>
      </p>
      <Head title="Actions" lead={data && <UntrustedText text={data.assistant.name} />}>
        {all && all.length > 0 && all.length < MAX_ACTIONS && <NewActions assistantId={assistantId} />}
      </Head>
      <Loaded live={live}>
        {all?.length === 0 ? (
          <Empty icon={Zap} title="No actions">
            <p>
              An action looks something up at your own API, or changes it: an order, a booking, an account.
            </p>
            <NewActions assistantId={assistantId} />
          </Empty>
        ) : (
          <>
            <Table
              label="Actions"
              class="linked compact registry action-list"
              headings={HEADINGS}
              busy={!all}
              expected={3}
            >
              {all?.map((action) => (
                <Row key={action.id} {...{ assistantId, action }} />
              ))}
            </Table>
            {all && all.length >= MAX_ACTIONS && (
              <p class="none">An assistant has at most {MAX_ACTIONS} actions.</p>
            )}
          </>
        )}
      </Loaded>
    </div>
  );
}

function NewActions({ assistantId }: { assistantId: string }) {
  return (
    <div class="row">
      <a class="button" href={actionsHref(assistantId, 'openapi')}>
        <Icon svg={FileJson} size={16} /> From OpenAPI
      </a>
      <a class="button primary" href={actionsHref(assistantId, 'new')}>
        <Icon svg={Plus} size={16} /> New action
      </a>
    </div>
  );
}

function Row({ assistantId, action }: { assistantId: string; action: ListedAction }) {
  const { id, title, method, url, audience, enabled, updatedAt } = action;
  const address = actionsHref(assistantId, id);
  return (
    <tr onClick={opensRow(address)}>
      <td class="title">
        <a href={address} class="row-link">
          <UntrustedText text={title} />
        </a>
      </td>
      <td>
        <span class="method">{method}</span> <UntrustedText text={url.replace(/^https:\/\//, '')} />
      </td>
      <td>{audience === 'verified' ? 'Verified' : 'Everyone'}</td>
      <td>
        <OnOff on={enabled} />
      </td>
      <td class="number when">
        <Time at={updatedAt} />
      </td>
    </tr>
  );
}
