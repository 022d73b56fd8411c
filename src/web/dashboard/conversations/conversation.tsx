import { useCallback } from 'preact/hooks';
import type { Transcript as TranscriptReply } from '../../../admin/wire/admin.ts';
import type { TagsReply } from '../../../conversations/wire/tags.ts';
import type { AttachmentsReply } from '../../../chat/wire/attachments.ts';
import { adminApi } from '../../ui/admin-api.ts';
import { useAttachmentLinks } from '../../ui/attachments.tsx';
import { apiPath } from '../../ui/request.ts';
import { saveAs } from '../../ui/download.tsx';
import { formatCount, formatDuration } from '../../ui/format.ts';
import { sessionPath, TAGS_PATH } from '../addresses.ts';
import { useLive } from '../../ui/live.ts';
import { forgetSearch } from './use-search.ts';
import { ConfirmedButton } from '../../ui/confirm.tsx';
import { leftMessageFacts, ratingFacts } from '../../ui/visitor-facts.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Bar } from '../../ui/skeleton.tsx';
import { Transcript, TranscriptShape } from '../../ui/transcript.tsx';
import { Status } from '../../ui/status.tsx';
import { TagChips, tagsOf } from '../../ui/tags.tsx';
import { Origin } from '../../ui/untrusted-text.tsx';
import { Time } from '../../ui/time.tsx';
import { conversationHref, go, href } from '../../ui/router.ts';
import type { MessageShown } from '../../ui/timeline.ts';
import { leaveRemoved } from '../parts/removed.ts';
import { useKeepTest } from '../settings/assistants/tests/use-keep-test.tsx';
import { Entry } from '../parts/entry.tsx';
import { ErrorNotice } from '../../ui/notice.tsx';
import { useAction } from '../../ui/use-action.ts';
import { Button } from '../../ui/button.tsx';

interface ConversationProps {
  sessionId: string;
  /** The `seq` of the linked message; 0 without a link. */
  at: number;
}

export function Conversation({ sessionId, at }: ConversationProps) {
  const path = sessionPath(sessionId, 'transcript');
  const live = useLive<TranscriptReply>(path);
  const { data } = live;
  const links = useAttachmentLinks(data?.messages ?? [], sessionId, () =>
    adminApi.get<AttachmentsReply>(sessionPath(sessionId, 'attachments')),
  );
  const { onKeep, dialog } = useKeepTest(data?.messages ?? [], data?.assistantId);
  const onCorrect = useCallback(
    ({ replyTo = '' }: MessageShown) => go(href(['questions', sessionId, replyTo])),
    [sessionId],
  );
  return (
    <Entry kind="Conversation" live={live} name={data?.messages[0]?.content} showsAge>
      {data ? (
        <div class="transcript">
          <Transcript
            {...data}
            {...{ links, onKeep, onCorrect }}
            label="Messages"
            wantedSeq={at}
            visitorName={data.visitor?.name ?? data.contact?.name}
          />
          {dialog}
          <Facts transcript={data} path={path} />
        </div>
      ) : (
        <Shape />
      )}
    </Entry>
  );
}

function Shape() {
  return (
    <div class="transcript" aria-hidden="true">
      <TranscriptShape />
      <aside class="card facts-of">
        <Bar width={16} />
      </aside>
    </div>
  );
}

/** Facts that are shown on a full line. */
const WIDE = new Set(['Tags', 'Origin', 'Name', 'E-mail address', 'Phone number', 'Visitor rating']);

function Facts({ transcript, path }: { transcript: TranscriptReply; path: string }) {
  const { sessionId, createdAt, lastMessageAt, messageCount } = transcript;
  const tags = useLive<TagsReply>(TAGS_PATH).data?.tags;
  const lasted = (Date.parse(lastMessageAt) - Date.parse(createdAt)) / 1000;
  const facts: [name: string, value: preact.ComponentChildren][] = [
    ['Status', <Status key="status" session={transcript} />],
    ...(tagsOf(transcript.tagIds, tags).length > 0
      ? [['Tags', <TagChips key="tags" tagIds={transcript.tagIds} all={tags} />] satisfies [string, unknown]]
      : []),
    ...leftMessageFacts(transcript.leftMessage, transcript.contact),
    ...ratingFacts(transcript.visitorRating),
    ['Origin', <Origin key="origin" origin={transcript.origin} />],
    ['Started', <Time key="started" at={createdAt} />],
    ['Last message', <Time key="last" at={lastMessageAt} />],
    ['Duration', formatDuration(lasted)],
    ['Messages', formatCount(messageCount)],
  ];
  return (
    <aside class="card facts-of" aria-label="About this conversation">
      <dl class="details">
        {facts.map(([name, value]) => (
          <div key={name} class={WIDE.has(name) ? 'wide' : undefined}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <div class="stack">
        <CopyButton
          text={`${location.origin}${location.pathname}${conversationHref(sessionId)}`}
          label="Copy link"
        />
        <DownloadButton sessionId={sessionId} path={path} />
        <DeleteButton sessionId={sessionId} path={path} />
      </div>
    </aside>
  );
}

/** Downloads the JSON exactly as the service sends it. */
function DownloadButton({ sessionId, path }: { sessionId: string; path: string }) {
  const action = useAction();
  const download = () =>
    action.run(async () => saveAs(`conversation-${sessionId}.json`, await adminApi.file(path)));
  return (
    <>
      <Button onClick={download}>Download JSON</Button>
      <ErrorNotice sentence={action.problem} />
    </>
  );
}

function DeleteButton({ sessionId, path }: { sessionId: string; path: string }) {
  const remove = async () => {
    await adminApi.send('DELETE', apiPath(`sessions/${encodeURIComponent(sessionId)}`));
    forgetSearch();
    leaveRemoved(path, apiPath('sessions'), href(['conversations']));
  };
  return (
    <ConfirmedButton
      label="Delete"
      title="Delete this conversation?"
      action="Delete conversation"
      run={remove}
    >
      <p>
        Its messages, token records and search entries are deleted permanently. Cost totals are kept; they
        contain no content.
      </p>
    </ConfirmedButton>
  );
}
