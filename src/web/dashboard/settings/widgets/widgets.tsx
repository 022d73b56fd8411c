import { AppWindow, Plus, TriangleAlert } from 'lucide-static';
import { useState } from 'preact/hooks';
import { widgetsSharingDomain } from '../../../../widgets/rules/widgets.ts';
import type { AssistantsReply } from '../../../../assistants/wire/assistants.ts';
import type { Widget, WidgetsReply } from '../../../../widgets/wire/widgets.ts';
import { apiPath } from '../../../ui/request.ts';
import { useLive } from '../../../ui/live.ts';
import { Icon } from '../../../ui/icon.tsx';
import { Empty } from '../../../ui/notice.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { opensRow } from '../../../ui/rows.ts';
import { Table, type Heading } from '../../../ui/table.tsx';
import { UntrustedText } from '../../../ui/untrusted-text.tsx';
import { Time } from '../../../ui/time.tsx';
import { href } from '../../../ui/router.ts';
import { agentName } from '../assistants/answering.ts';
import { OnOff } from './widget-status.tsx';
import { showControlCharacters } from '../../../ui/visible.ts';
import { Head } from '../../parts/head.tsx';

/** The search field is shown from this many widgets on. */
const SEARCH_FROM = 10;

const HEADINGS: readonly Heading[] = [
  { title: 'Widget' },
  { title: 'Primary domain' },
  { title: 'Assistant' },
  { title: 'State' },
  { title: 'Changed', number: true },
];

export function Widgets() {
  const live = useLive<WidgetsReply>(apiPath('widgets'));
  const { data: agents } = useLive<AssistantsReply>(apiPath('assistants'));
  const [wanted, setWanted] = useState('');
  const all = live.data?.widgets;
  const shown = all?.filter((widget) => matchesSearch(widget, wanted));
  return (
    <>
      <Head title="Widgets" lead="Each widget has its own sites, assistant, appearance and sign-in.">
        {all && all.length > 0 && <NewWidget />}
      </Head>
      <Loaded live={live}>
        <>
          {all && all.length >= SEARCH_FROM && <SearchField {...{ wanted, setWanted }} />}
          <Table label="Widgets" class="linked compact registry" headings={HEADINGS} busy={!all} expected={4}>
            {all && wanted.trim() === '' && <DefaultRow agents={agents} />}
            {all && shown?.map((widget) => <Row key={widget.id} {...{ widget, all, agents }} />)}
          </Table>
          {shown?.length === 0 && <NoneShown isEmpty={all?.length === 0} />}
        </>
      </Loaded>
    </>
  );
}

interface SearchFieldProps {
  wanted: string;
  setWanted: (wanted: string) => void;
}

const SearchField = ({ wanted, setWanted }: SearchFieldProps) => (
  <div class="above-list">
    <input
      type="search"
      aria-label="Find a widget"
      placeholder="Name or domain"
      value={wanted}
      onInput={({ currentTarget }) => setWanted(currentTarget.value)}
    />
  </div>
);

const NoneShown = ({ isEmpty }: { isEmpty: boolean }) =>
  isEmpty ? <NoWidgets /> : <p class="none">No widgets found.</p>;

interface RowProps {
  widget: Widget;
  all: readonly Widget[];
  agents: AssistantsReply | undefined;
}

function Row({ widget, all, agents }: RowProps) {
  const { id, name, primaryDomain, assistantId, enabled, updatedAt } = widget;
  const address = href(['settings', 'widgets', id]);
  return (
    <tr onClick={opensRow(address)}>
      <td class="title">
        <a href={address} class="row-link">
          <UntrustedText text={name} />
        </a>
      </td>
      <td>
        <span class="with-mark">
          <UntrustedText text={primaryDomain} />{' '}
          <SharedDomainNotice with={widgetsSharingDomain(widget, all)} />
        </span>
      </td>
      <td>{agentName(agents, assistantId)}</td>
      <td>
        <OnOff on={enabled} />
      </td>
      <td class="number when">
        <Time at={updatedAt} />
      </td>
    </tr>
  );
}

/** Warns that agents cannot distinguish widgets by their domain. */
function SharedDomainNotice({ with: others }: { with: readonly { name: string }[] }) {
  if (others.length === 0) return null;
  const words = `Also the domain of ${others.map(({ name }) => showControlCharacters(name)).join(', ')}`;
  return (
    <span class="fact wait" title={words}>
      <Icon svg={TriangleAlert} size={14} />
      <span class="unseen">{words}</span>
    </span>
  );
}

/** The widget of the plain tag. */
function DefaultRow({ agents }: Pick<RowProps, 'agents'>) {
  const address = href(['settings', 'embed']);
  return (
    <tr onClick={opensRow(address)}>
      <td class="title">
        <a href={address} class="row-link">
          Default widget
        </a>
      </td>
      <td>Sites with the plain tag</td>
      <td>{agentName(agents, undefined)}</td>
      <td>
        <OnOff on />
      </td>
      <td class="number when">—</td>
    </tr>
  );
}

const NewWidget = () => (
  <a class="button primary" href={href(['settings', 'widgets', 'new'])}>
    <Icon svg={Plus} size={16} /> New widget
  </a>
);

function NoWidgets() {
  return (
    <Empty icon={AppWindow} title="No registered widgets">
      <p>
        Your sites share the <a href="#/settings/embed">default widget</a>. Register a widget for a site that
        needs its own appearance, assistant or sign-in.
      </p>
      <NewWidget />
    </Empty>
  );
}

const matchesSearch = ({ name, primaryDomain }: Widget, words: string): boolean =>
  `${name} ${primaryDomain}`.toLowerCase().includes(words.trim().toLowerCase());
