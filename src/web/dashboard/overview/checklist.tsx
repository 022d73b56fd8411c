import { CircleCheck, CircleDashed } from 'lucide-static';
import { useState } from 'preact/hooks';
import type { ComponentChildren } from 'preact';
import type { OverviewReply, SeatsReply, SessionsReply } from '../../../admin/wire/admin.ts';
import type { AssistantsReply } from '../../../assistants/wire/assistants.ts';
import type { DefaultWidgetReply } from '../../../widgets/wire/default-widget.ts';
import type { SourcesReply } from '../../../websites/wire/sources.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { useLive } from '../../ui/live.ts';
import { apiPath } from '../../ui/request.ts';
import { href } from '../../ui/router.ts';
import { storedValues } from '../../ui/stored-values.ts';
import { ASSISTANTS_PATH, DEFAULT_WIDGET_PATH, SEATS_PATH, sourcesPath } from '../addresses.ts';
import { answeringAssistant } from '../settings/assistants/answering.ts';

/** With this many conversations the checklist is hidden. */
const MAX_CONVERSATIONS = 10;
const stored = storedValues('dashboard:');
const DISMISSED = 'checklist-dismissed';

interface Step {
  name: string;
  help: ComponentChildren;
  address: string;
  isDone: boolean;
}

/** The setup steps of a deployment. Hidden when all are done or it is dismissed. */
export function Checklist({ overview }: { overview: OverviewReply }) {
  const [isDismissed, setDismissed] = useState(() => stored.read(DISMISSED) === true);
  const { current, previous } = overview;
  if (isDismissed || current.conversations + previous.conversations >= MAX_CONVERSATIONS) return null;
  const dismiss = () => {
    stored.write(DISMISSED, true);
    setDismissed(true);
  };
  return <Steps {...{ overview, dismiss }} />;
}

function Steps({ overview, dismiss }: { overview: OverviewReply; dismiss: () => void }) {
  const steps = useSteps(overview);
  const done = steps?.filter(({ isDone }) => isDone).length;
  if (!steps || done === steps.length) return null;
  return (
    <section class="card checklist" aria-labelledby="checklist">
      <header>
        <h2 id="checklist">Get started</h2>
        <span class="quiet">
          {done} of {steps.length} done
        </span>
        <Button class="link" onClick={dismiss}>
          Dismiss
        </Button>
      </header>
      <ol>
        {steps.map(({ name, help, address, isDone }) => (
          <li key={name} class={isDone ? 'done' : undefined}>
            <span class={isDone ? 'good' : 'quiet'}>
              <Icon svg={isDone ? CircleCheck : CircleDashed} />
            </span>
            <div>
              <h3>
                {isDone ? name : <a href={address}>{name}</a>}
                {isDone && <span class="unseen"> (done)</span>}
              </h3>
              {!isDone && <p>{help}</p>}
            </div>
          </li>
        ))}
      </ol>
    </section>
  );
}

/** Whether a conversation was started on a site, and not in a preview of the dashboard. */
const isOnSite = ({ origin }: SessionsReply['sessions'][number]): boolean =>
  origin !== undefined && origin !== location.origin;

/** The steps; undefined while loading, or if there are many conversations. */
function useSteps({ anonymousMode, settings }: OverviewReply): readonly Step[] | undefined {
  const { data: sessions } = useLive<SessionsReply>(apiPath('sessions', { limit: MAX_CONVERSATIONS }));
  const { data: seats } = useLive<SeatsReply>(SEATS_PATH);
  const { data: assistants } = useLive<AssistantsReply>(ASSISTANTS_PATH);
  const id = answeringAssistant(assistants, undefined)?.id;
  const { data: widget } = useLive<DefaultWidgetReply>(DEFAULT_WIDGET_PATH);
  const { data: sources } = useLive<SourcesReply>(id === undefined ? undefined : sourcesPath(id));
  if (!sessions || !seats || !sources || !widget) return undefined;
  if (sessions.sessions.length >= MAX_CONVERSATIONS) return undefined;
  return [
    {
      name: 'Add your knowledge',
      help: 'Add your website or documents that the assistant answers from.',
      address: href(['knowledge']),
      isDone: sources.sources.some(({ count }) => count > 0),
    },
    {
      name: 'Add the chat to your site',
      help: 'Choose its look, and copy the tag. This is done when a page of your site has loaded it.',
      address: href(['settings', 'embed']),
      isDone: widget.seen.length > 0 || sessions.sessions.some(isOnSite),
    },
    {
      name: 'Create an admin key',
      help: 'Until then the dashboard is open to everyone who can reach it.',
      address: href(['settings', 'admin-key']),
      isDone: !anonymousMode,
    },
    {
      name: 'Set up Microsoft Teams',
      help: 'Agents answer from Teams, with the accounts that they already have.',
      address: '/api/collab-setup',
      isDone: settings.identity === 'entra',
    },
    {
      name: 'Choose who answers',
      help: 'Set the hours, and have an agent claim a first conversation on the desk.',
      address: href(['settings', 'hours']),
      isDone: seats.seats.length > 0,
    },
  ];
}
