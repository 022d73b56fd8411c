import { useMemo } from 'preact/hooks';
import type { Transcript as TranscriptReply } from '../../../wire/admin.ts';
import type { TagsReply } from '../../../wire/tags.ts';
import type { AttachmentsReply } from '../../../wire/attachments.ts';
import { adminApi } from '../../ui/admin-api.ts';
import { useAttachmentLinks } from '../../ui/attachments.tsx';
import { apiPath } from '../../ui/request.ts';
import { saveAs } from '../../ui/download.ts';
import { formatCount, formatDuration, formatCost } from '../../ui/format.ts';
import { sessionPath, TAGS_PATH } from '../addresses.ts';
import { useLive } from '../../ui/live.ts';
import { forgetSearch } from '../use-search.ts';
import { ConfirmedButton } from '../../ui/confirm.tsx';
import { leftMessageFacts, ratingFacts } from '../../ui/visitor-facts.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Bar } from '../../ui/skeleton.tsx';
import { Transcript, TranscriptShape } from '../../ui/transcript.tsx';
import { Status } from '../../ui/status.tsx';
import { TagChips, tagsOf } from '../../ui/tags.tsx';
import { Origin } from '../../ui/untrusted-text.tsx';
import { Time } from '../../ui/time.tsx';
import { conversationHref, href } from '../../ui/router.ts';
import { leaveRemoved } from '../removed.ts';
import { useKeepTest } from '../tests/use-keep-test.tsx';
import { Entry } from './entry.tsx';
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
  const usage = useMemo(() => usageByMessage(data?.usage ?? []), [data?.usage]);
  const { onKeep, dialog } = useKeepTest(data?.messages ?? [], data?.assistantId);
  return (
    <Entry kind="Conversation" live={live} name={data?.messages[0]?.content} showsAge>
      {data ? (
        <div class="transcript">
          <Transcript {...data} {...{ links, usage, onKeep }} label="Messages" wantedSeq={at} />
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

type Usage = TranscriptReply['usage'][number];

/** The usage by message id: the sum of its model calls. */
function usageByMessage(calls: readonly Usage[]): Map<string, Usage> {
  const usage = new Map<string, Usage>();
  for (const call of calls) usage.set(call.messageId, sumOf(usage.get(call.messageId), call));
  return usage;
}

function sumOf(before: Usage | undefined, call: Usage): Usage {
  if (!before) return call;
  return {
    ...call,
    inputTokens: before.inputTokens + call.inputTokens,
    outputTokens: before.outputTokens + call.outputTokens,
    cost: before.cost === null || call.cost === null ? null : before.cost + call.cost,
  };
}

/** Facts that are shown on a full line. */
const WIDE = new Set(['Tags', 'Origin', 'Name', 'E-mail address', 'Phone number', 'Visitor rating']);

function Facts({ transcript, path }: { transcript: TranscriptReply; path: string }) {
  const { sessionId, createdAt, lastMessageAt, messageCount, inputTokens, outputTokens } = transcript;
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
    ['Tokens', `${formatCount(inputTokens)} in, ${formatCount(outputTokens)} out`],
    ['Cost', formatCost(transcript)],
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
