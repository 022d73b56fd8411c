import { Plus } from 'lucide-static';
import type { Assistant, AssistantsReply } from '../../../../assistants/wire/assistants.ts';
import type { WidgetsReply } from '../../../../widgets/wire/widgets.ts';
import { apiPath } from '../../../ui/request.ts';
import { plural } from '../../../ui/format.ts';
import { useLive } from '../../../ui/live.ts';
import { Icon } from '../../../ui/icon.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { opensRow } from '../../../ui/rows.ts';
import { Table, type Heading } from '../../../ui/table.tsx';
import { UntrustedText } from '../../../ui/untrusted-text.tsx';
import { Time } from '../../../ui/time.tsx';
import { href } from '../../../ui/router.ts';
import { Head } from '../../parts/head.tsx';

const HEADINGS: readonly Heading[] = [
  { title: 'Assistant' },
  { title: 'Used by' },
  { title: 'Knowledge' },
  { title: 'Changed', number: true },
];

export function Assistants() {
  const live = useLive<AssistantsReply>(apiPath('assistants'));
  const { data: widgets } = useLive<WidgetsReply>(apiPath('widgets'));
  return (
    <>
      <Head title="Assistants" lead="Answer visitors automatically until an agent takes over.">
        <a class="button primary" href={href(['settings', 'assistants', 'new'])}>
          <Icon svg={Plus} size={16} /> New assistant
        </a>
      </Head>
      <Loaded live={live}>
        <Table
          label="Assistants"
          class="linked compact registry"
          headings={HEADINGS}
          busy={!live.data}
          expected={2}
        >
          {live.data?.assistants.map((agent) => (
            <Row key={agent.id} {...{ agent, widgets }} />
          ))}
        </Table>
      </Loaded>
    </>
  );
}

function Row({ agent, widgets }: { agent: Assistant; widgets: WidgetsReply | undefined }) {
  const { id, name, isDefault, updatedAt } = agent;
  const address = href(['settings', 'assistants', id]);
  const own = widgets?.widgets.filter(({ assistantId }) => assistantId === id).length ?? 0;
  return (
    <tr onClick={opensRow(address)}>
      <td class="title">
        <a href={address} class="row-link">
          <UntrustedText text={name} />
        </a>
        {isDefault && <span class="mark-of">Default</span>}
      </td>
      <td>{audienceText(isDefault, own) ?? <span class="quiet">Not used</span>}</td>
      <td>{knowledgeText(agent)}</td>
      <td class="number when">{updatedAt === undefined ? 'Never' : <Time at={updatedAt} />}</td>
    </tr>
  );
}

/** Describes the visitors that an assistant answers; undefined if it answers no visitors. */
function audienceText(isDefault: boolean, widgets: number): string | undefined {
  if (widgets === 0) return isDefault ? 'Default' : undefined;
  return isDefault ? `Default, ${plural(widgets, 'widget')}` : plural(widgets, 'widget');
}

function knowledgeText({ knowledge, documents }: Assistant) {
  const own = plural(documents.length, 'document');
  if (knowledge.kind === 'documents') return own;
  return (
    <>
      {knowledge.folder === '' ? 'Folder' : <UntrustedText text={knowledge.folder} />}
      {documents.length > 0 && `, ${own}`}
    </>
  );
}
