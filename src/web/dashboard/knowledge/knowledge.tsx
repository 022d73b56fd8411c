import { BookOpen } from 'lucide-static';
import type { Assistant, AssistantReply, AssistantsReply } from '../../../assistants/wire/assistants.ts';
import type { Source, SourcesReply } from '../../../websites/wire/sources.ts';
import type { WebsiteSource } from '../../../websites/records/website-source.ts';
import type { WebsiteSourcesReply } from '../../../websites/wire/website-sources.ts';
import { SelectField } from '../../ui/field.tsx';
import { formatCount, plural } from '../../ui/format.ts';
import { invalidate, useLive } from '../../ui/live.ts';
import { Empty } from '../../ui/notice.tsx';
import { go, href } from '../../ui/router.ts';
import { Table, type Heading } from '../../ui/table.tsx';
import { Time } from '../../ui/time.tsx';
import { UntrustedText } from '../../ui/untrusted-text.tsx';
import { showControlCharacters } from '../../ui/visible.ts';
import { assistantPath, ASSISTANTS_PATH, sourcesPath, websitesPath } from '../addresses.ts';
import { Loaded } from '../parts/loaded.tsx';
import { answeringAssistant } from '../settings/assistants/answering.ts';
import { NewAnswer } from '../questions/new-answer.tsx';
import { LiveDocuments } from '../settings/assistants/assistant-knowledge.tsx';
import { AddWebsite } from './websites/add-website.tsx';
import { useFastRefresh } from './websites/use-fast-refresh.ts';
import { WebsiteRow } from './websites/website-row.tsx';
import { isActive } from './websites/words.ts';
import { Head } from '../parts/head.tsx';

/** The knowledge of an assistant: its sources and documents. */
export function Knowledge({ query }: { query: URLSearchParams }) {
  const all = useLive<AssistantsReply>(ASSISTANTS_PATH);
  const choices = all.data?.assistants ?? [];
  const id = answeringAssistant(all.data, query.get('assistant') ?? undefined)?.id;
  return (
    <div class="view">
      <Head title="Knowledge" lead="The websites and documents that the assistant answers from." live={all}>
        {id !== undefined && <NewAnswer assistantId={id} />}
        {id !== undefined && <AddWebsite assistantId={id} />}
        {choices.length > 1 && id !== undefined && (
          <SelectField
            path="assistant"
            label="Assistant"
            value={id}
            options={choices.map((one) => [one.id, showControlCharacters(one.name)] as const)}
            onChange={(chosen) => go(href(['knowledge'], { assistant: chosen }), { replace: true })}
          />
        )}
      </Head>
      <Loaded live={all}>{id !== undefined && <OfAssistant key={id} id={id} />}</Loaded>
    </div>
  );
}

function OfAssistant({ id }: { id: string }) {
  const live = useLive<AssistantReply>(assistantPath(id));
  const sources = useLive<SourcesReply>(sourcesPath(id));
  const websites = useLive<WebsiteSourcesReply>(websitesPath(id));
  const sites = websites.data?.sources;
  useFastRefresh(sites?.some(isActive) === true, websites.refresh);
  const assistant = live.data?.assistant;
  const list = sources.data?.sources.filter(({ kind }) => kind !== 'website');
  const shown = list?.filter(isShown);
  const isEmpty = sites?.length === 0 && list?.every(({ count }) => count === 0);
  const refresh = async () => {
    invalidate(ASSISTANTS_PATH);
    await Promise.all([live.refresh(), sources.refresh()]);
  };
  return (
    <Loaded live={[live, sources, websites]}>
      {isEmpty && (
        <Empty icon={BookOpen} title="No knowledge yet">
          <p>
            The assistant tells visitors that it has no information yet and offers a person. Add your website,
            or documents below.
          </p>
        </Empty>
      )}
      <Sources {...{ id, sites, list: shown }} />
      {assistant && <Documents {...{ assistant, refresh }} />}
    </Loaded>
  );
}

/** A source that has nothing and no problem is not listed. */
const isShown = ({ count, problem, unreadable }: Source): boolean =>
  count > 0 || problem !== undefined || unreadable !== undefined;

interface SourcesProps {
  id: string;
  /** Undefined while loading. */
  sites: readonly WebsiteSource[] | undefined;
  list: readonly Source[] | undefined;
}

function Sources({ id, sites, list }: SourcesProps) {
  if (sites?.length === 0 && list?.length === 0) return null;
  return (
    <Table label="Sources" class="compact sources" headings={HEADINGS} busy={!list || !sites} expected={2}>
      {list && sites && (
        <>
          {sites.map((source) => (
            <WebsiteRow key={source.id} source={source} />
          ))}
          {list.map((source) => (
            <Row key={source.kind} {...{ source, id }} />
          ))}
        </>
      )}
    </Table>
  );
}

function Documents({ assistant, refresh }: { assistant: Assistant; refresh: () => Promise<void> }) {
  return (
    <div class="edited below">
      <LiveDocuments path={assistantPath(assistant.id)} {...{ assistant, refresh }} />
    </div>
  );
}

const HEADINGS: readonly Heading[] = [
  { title: 'Source' },
  { title: 'Content' },
  { title: 'Last read', number: true },
  { title: 'State' },
];

function Row({ source, id }: { source: Source; id: string }) {
  const { kind, count, characters, readAt } = source;
  const unit = kind === 'answers' ? 'answer' : 'document';
  return (
    <tr>
      <td class="title">
        <Name {...{ source, id }} />
      </td>
      <td>{count > 0 && `${plural(count, unit)}, ${formatCount(characters)} characters`}</td>
      <td class="number when">{readAt === undefined ? '—' : <Time at={readAt} as="ago" />}</td>
      <td>
        <State source={source} />
      </td>
    </tr>
  );
}

function Name({ source: { kind, folder }, id }: { source: Source; id: string }) {
  switch (kind) {
    case 'folder':
      return (
        <a href={href(['settings', 'assistants', id])}>
          Folder{folder !== undefined && folder !== '' && <UntrustedText text={` ${folder}`} />}
        </a>
      );
    case 'files':
      return 'Uploaded documents';
    case 'answers':
      return <a href={href(['questions'])}>Added answers</a>;
    case 'website':
      return null;
  }
}

const PROBLEMS: Record<NonNullable<Source['problem']>, string> = {
  'no-folder': 'No folder. Set KNOWLEDGE_DIR, or choose None.',
  'folder-unreadable': 'Cannot be read. Check KNOWLEDGE_DIR.',
  'no-documents': 'No Markdown files',
};

/** The most files that are listed. */
const MAX_NAMED = 5;

/** The state in one word, or the problem. */
function State({ source: { problem, unreadable = [] } }: { source: Source }) {
  if (unreadable.length > 0) {
    return (
      <span class="bad">
        {plural(unreadable.length, 'file')} cannot be read. Save as UTF-8:{' '}
        <UntrustedText text={unreadable.slice(0, MAX_NAMED).join(', ')} />
        {unreadable.length > MAX_NAMED && ' …'}
      </span>
    );
  }
  if (problem) return <span class="bad">{PROBLEMS[problem]}</span>;
  return <span class="good">Up to date</span>;
}
