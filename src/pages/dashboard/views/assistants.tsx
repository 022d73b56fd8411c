import { Plus } from 'lucide-static';
import type { Assistant, AssistantsReply } from '../../../wire/assistants.ts';
import type { WidgetsReply } from '../../../wire/widgets.ts';
import { apiPath } from '../api.ts';
import { plural } from '../format.ts';
import { useLive } from '../live.ts';
import { Icon } from '../parts/icon.tsx';
import { Trouble } from '../parts/notice.tsx';
import { moveBetweenRows, opensRow } from '../parts/rows.ts';
import { RowShapes } from '../parts/skeleton.tsx';
import { Stranger } from '../parts/stranger.tsx';
import { Time } from '../parts/time.tsx';
import { href } from '../place.ts';
import { SettingsNav } from '../settings/nav.tsx';
import { Head } from './head.tsx';

/** Every AI agent that can answer. */
export function Assistants() {
  const { data, problem, refresh } = useLive<AssistantsReply>(apiPath('assistants'));
  const { data: widgets } = useLive<WidgetsReply>(apiPath('widgets'));
  return (
    <div class="view">
      <Head title="AI agents" lead="Who answers visitors until a person takes over, and from what they know.">
        <SettingsNav current="assistants" />
      </Head>
      {problem && !data ? (
        <Trouble sentence={problem.message} onRetry={() => void refresh()} />
      ) : (
        <>
          <div class="above-list">
            <a class="button primary" href={href(['settings', 'assistants', 'new'])}>
              <Icon svg={Plus} size={16} /> New AI agent
            </a>
          </div>
          <table class="registry" aria-label="AI agents" aria-busy={!data} onKeyDown={moveBetweenRows}>
            <thead>
              <tr>
                <th scope="col">AI agent</th>
                <th scope="col">Answers for</th>
                <th scope="col">Knows</th>
                <th scope="col" class="number">
                  Changed
                </th>
              </tr>
            </thead>
            <tbody>
              {data ? (
                data.assistants.map((agent) => <Row key={agent.id} {...{ agent, widgets }} />)
              ) : (
                <RowShapes rows={2} columns={4} />
              )}
            </tbody>
          </table>
        </>
      )}
    </div>
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
          <Stranger text={name} />
        </a>
        {isDefault && <span class="mark-of">Default</span>}
      </td>
      <td>{answersFor(isDefault, own) ?? <span class="quiet">Nobody yet</span>}</td>
      <td>{knows(agent)}</td>
      <td class="number when">{updatedAt === undefined ? 'In the settings' : <Time at={updatedAt} />}</td>
    </tr>
  );
}

/** Whose visitors an AI agent answers; undefined for nobody's. */
function answersFor(isDefault: boolean, widgets: number): string | undefined {
  if (widgets === 0) return isDefault ? 'Everyone else' : undefined;
  return isDefault ? `${plural(widgets, 'widget')} and everyone else` : plural(widgets, 'widget');
}

/** Where an AI agent looks answers up, in a few words. */
function knows({ knowledge, documents }: Assistant) {
  if (knowledge.kind === 'documents') return plural(documents.length, 'document');
  return knowledge.folder === '' ? 'The whole knowledge folder' : <Stranger text={knowledge.folder} />;
}
