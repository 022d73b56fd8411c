import { ArrowLeft, SearchX } from 'lucide-static';
import type { ComponentChildren } from 'preact';
import { Icon } from '../../ui/icon.tsx';
import { Empty } from '../../ui/notice.tsx';
import { href } from '../../ui/router.ts';
import { UntrustedText } from '../../ui/untrusted-text.tsx';
import type { PolledResponse } from '../../ui/live.ts';
import { Loaded } from './loaded.tsx';
import { Head } from './head.tsx';

/** By kind: the path of the list, and the error code of a deleted entry. */
const KINDS = {
  Assistant: { list: ['settings', 'assistants'], absentCode: 'assistant-not-found' },
  Conversation: { list: ['conversations'], absentCode: 'session-not-found' },
  Question: { list: ['questions'], absentCode: 'session-not-found' },
  Widget: { list: ['settings', 'widgets'], absentCode: 'widget-not-found' },
} as const;

interface EntryProps {
  kind: keyof typeof KINDS;
  live: PolledResponse<unknown>;
  /** The heading; undefined while loading. */
  name: string | undefined;
  /** Whether the entry is not created yet. Default: false. */
  isNew?: boolean;
  showsAge?: boolean;
  /** Content next to the heading. */
  mark?: ComponentChildren;
  children: ComponentChildren;
}

/** The page of one entry of a list. */
export function Entry({ kind, live, name, isNew, showsAge, mark, children }: EntryProps) {
  const { list, absentCode } = KINDS[kind];
  const address = href([...list]);
  const absent = [absentCode, 'not-found', 'validation-failed'].includes(live.problem?.code ?? '');
  const placeholder = isNew ? `New ${kind.toLowerCase()}` : kind;
  return (
    <div class="view">
      <p class="back">
        <a href={address}>
          <Icon svg={ArrowLeft} size={16} /> {kind}s
        </a>
      </p>
      <Head
        title={name === undefined ? placeholder : <UntrustedText text={name} />}
        {...(showsAge && !absent && { live })}
      >
        {absent ? undefined : mark}
      </Head>
      {absent ? (
        <Empty icon={SearchX} title={`${kind} not found`}>
          <p>
            It may have been deleted. <a href={address}>See all {kind.toLowerCase()}s</a>
          </p>
        </Empty>
      ) : (
        <Loaded live={live}>{children}</Loaded>
      )}
    </div>
  );
}
