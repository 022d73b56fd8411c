import { TriangleAlert } from 'lucide-static';
import type { WorkflowSlot } from '../../../../notifications/records/teams-channel.ts';
import type { TeamsChannelReply } from '../../../../notifications/wire/notifications.ts';
import { adminApi } from '../../../ui/admin-api.ts';
import { Check, SelectField, TextField } from '../../../ui/field.tsx';
import { plural } from '../../../ui/format.ts';
import { Icon } from '../../../ui/icon.tsx';
import { apiPath } from '../../../ui/request.ts';
import { Bar } from '../../../ui/skeleton.tsx';
import { useEditor, type Editor, type SavedState } from '../../parts/draft.ts';
import { invalidate, setResponse, useLive } from '../../../ui/live.ts';
import { Loaded } from '../../parts/loaded.tsx';
import { EditForm } from '../../parts/edit-form.tsx';
import { FEED_PATH, FeedAgents, FeedSwitch } from './activity-feed.tsx';
import { TestCard } from './test-card.tsx';
import { Undelivered } from './undelivered.tsx';
import { WorkflowAddress } from './workflow-address.tsx';
import { Head } from '../../parts/head.tsx';
import { Section } from '../../parts/section.tsx';

const PATH = apiPath('notifications/teams');

/** Settings for notifying agents of waiting visitors while they are not at the desk. */
export function Notifications() {
  const live = useLive<TeamsChannelReply>(PATH);
  return (
    <>
      <Head title="Notifications" lead="How agents are notified in Teams when a visitor asks for a person." />
      <Loaded live={live}>
        {live.data ? <Editing data={live.data} refresh={live.refresh} /> : <Bar width={40} />}
      </Loaded>
      {/* Below a form that is still to come, it would move. */}
      {(live.data || live.problem) && <Undelivered />}
    </>
  );
}

function store(reply: TeamsChannelReply): void {
  setResponse(PATH, reply);
  // The overview's banner depends on it.
  invalidate(apiPath('overview'));
  invalidate(FEED_PATH);
}

function Editing({ data, refresh }: { data: TeamsChannelReply; refresh: () => Promise<void> }) {
  const editor = useEditor<ChannelEdit, TeamsChannelReply>({
    path: PATH,
    saved: savedChannel(data),
    send: (edit, etag) => adminApi.send<TeamsChannelReply>('PUT', PATH, channelRequest(edit), { etag }),
    savedBy: savedChannel,
    onSaved: store,
    refresh,
  });
  return (
    <div class="edited">
      <EditForm label="Notifications" editor={editor} existing create="Save">
        <Workflows data={data} editor={editor} />
        <FeedSwitch
          available={data.packageAppId !== undefined}
          on={editor.edit.activityFeed}
          onChange={(activityFeed) => editor.change({ activityFeed })}
        />
        <Cards data={data} editor={editor} />
      </EditForm>
      {data.first && (
        <Section id="test-card" title="Test">
          <p>A workflow can accept a card and still fail to post it. Check the channel.</p>
          <TestCard slot="first" label="All cards" stored={data.first} onReply={store} />
          {data.second && <TestCard slot="second" label="Escalations" stored={data.second} onReply={store} />}
        </Section>
      )}
      {data.activityFeed === true && <FeedAgents />}
    </div>
  );
}

interface PartProps {
  data: TeamsChannelReply;
  editor: Editor<ChannelEdit>;
}

function Workflows({ data, editor: { edit, change } }: PartProps) {
  return (
    <Section id="workflows" title="Teams workflows">
      <p>
        In Teams, add the workflow “Send webhook alerts to a channel” to the channel of your agents, and paste
        its URL here. It is stored in the key vault and not shown again.
      </p>
      <div class="warning">
        <Icon svg={TriangleAlert} />
        <p>A workflow stops when its owner’s account is removed. Add a co-owner to each workflow.</p>
      </div>
      <WorkflowAddress
        slot="first"
        label="Workflow for all cards"
        hint="Receives a card for each visitor who asks for a person, and the reminder."
        stored={data.first}
        value={edit.first}
        onChange={(first) => change({ first })}
      />
      <WorkflowAddress
        slot="second"
        label="Workflow for escalations"
        hint="Receives a card when no agent has claimed the conversation after the reminder. Optional."
        stored={data.second}
        value={edit.second}
        onChange={(second) => change({ second })}
      />
    </Section>
  );
}

const MINUTES = [1, 2, 3, 5, 10, 15, 20, 30, 45, 60, 120, 240];

/** The options for a time, including the stored one. */
function minutesFrom(current: number, none: string): [string, string][] {
  const all = [...new Set([...MINUTES, current])].filter((count) => count > 0).toSorted((a, b) => a - b);
  return [
    ['0', none],
    ...all.map((count): [string, string] => [String(count), `After ${plural(count, 'minute')}`]),
  ];
}

const LANGUAGES: [ChannelEdit['language'], string][] = [
  ['en', 'English'],
  ['de', 'German'],
];

function Cards({ data, editor: { edit, change } }: PartProps) {
  return (
    <Section id="cards" title="Cards">
      <div class="pair">
        <SelectField
          path="reminderMinutes"
          label="Reminder"
          hint="While no agent has claimed the conversation."
          value={String(edit.reminderMinutes)}
          options={minutesFrom(edit.reminderMinutes, 'No reminder')}
          onChange={(value) => change({ reminderMinutes: Number(value) })}
        />
        <SelectField
          path="escalationMinutes"
          label="Escalation"
          hint="Goes to the workflow for escalations."
          value={String(edit.escalationMinutes)}
          options={minutesFrom(edit.escalationMinutes, 'No escalation')}
          onChange={(value) => change({ escalationMinutes: Number(value) })}
        />
      </div>
      <SelectField
        path="language"
        label="Language of the cards"
        value={edit.language}
        options={LANGUAGES}
        onChange={(value) => change({ language: value === 'de' ? 'de' : 'en' })}
      />
      <Check
        label="Include the first question"
        checked={edit.includeFirstQuestion}
        onChange={(includeFirstQuestion) => change({ includeFirstQuestion })}
      />
      <p class="quiet">
        Everyone in the channel can read the visitor’s first message. Otherwise, cards contain no conversation
        text.
      </p>
      {data.packageAppId !== undefined && (
        <TextField
          path="teamsAppId"
          label="Teams app ID"
          most={36}
          code
          placeholder={data.packageAppId}
          hint="Only if the Teams admin center shows a different ID for your app."
          value={edit.teamsAppId}
          onChange={(teamsAppId) => change({ teamsAppId })}
        />
      )}
    </Section>
  );
}

/** The form values. An undefined address stays unchanged; null removes it. */
interface ChannelEdit extends Pick<
  TeamsChannelReply,
  'reminderMinutes' | 'escalationMinutes' | 'includeFirstQuestion' | 'language'
> {
  teamsAppId: string;
  activityFeed: boolean;
  first?: string | null | undefined;
  second?: string | null | undefined;
}

/** The form values of the stored settings. */
function savedChannel(reply: TeamsChannelReply): SavedState<ChannelEdit> {
  const { reminderMinutes, escalationMinutes, includeFirstQuestion, language, etag } = reply;
  const { teamsAppId = '', activityFeed = false } = reply;
  return {
    edit: {
      reminderMinutes,
      escalationMinutes,
      includeFirstQuestion,
      language,
      teamsAppId,
      activityFeed,
    },
    etag,
  };
}

/** The request body, without empty texts. */
function channelRequest({ teamsAppId, first, second, ...edit }: ChannelEdit) {
  const id = teamsAppId.trim();
  return {
    ...edit,
    ...(id !== '' && { teamsAppId: id }),
    ...addressField('first', first),
    ...addressField('second', second),
  };
}

/** An empty field leaves the address unchanged. */
function addressField(slot: WorkflowSlot, address: string | null | undefined) {
  if (address === null) return { [slot]: null };
  return address === undefined || address.trim() === '' ? {} : { [slot]: address };
}
