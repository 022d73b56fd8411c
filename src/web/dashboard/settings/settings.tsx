import type { ComponentChildren } from 'preact';
import type { OverviewReply } from '../../../admin/wire/admin.ts';
import { apiPath } from '../../ui/request.ts';
import { useLive } from '../../ui/live.ts';
import { lazyView } from '../parts/lazy-view.tsx';
import { Loaded } from '../parts/loaded.tsx';
import { Bar } from '../../ui/skeleton.tsx';
import { AdminKey } from './admin-key.tsx';
import { DataAndExport } from './data/data.tsx';
import { Model } from './model.tsx';
import { SETTINGS_PAGES, type SettingsPageId } from './pages.ts';
import { Tags } from './tags/tags.tsx';
import { Assistants } from './assistants/assistants.tsx';
import { Head } from '../parts/head.tsx';
import { Hours } from './hours/hours.tsx';
import { Notifications } from './notifications/notifications.tsx';
import { NotFound } from '../not-found.tsx';
import { Widgets } from './widgets/widgets.tsx';
import { href } from '../../ui/router.ts';
import { useScrollToCurrent } from '../parts/use-scroll-to-current.ts';
import type { ShownSettings } from '../../../admin/records/shown-settings.ts';

const AdvancedSettings = lazyView(async () => (await import('../on-demand.ts')).AdvancedSettings);
const EmailSettings = lazyView(async () => (await import('../on-demand.ts')).EmailSettings);
const Retention = lazyView(async () => (await import('../on-demand.ts')).Retention);
const Installation = lazyView(async () => (await import('../on-demand.ts')).Installation);
const Switches = lazyView(async () => (await import('../on-demand.ts')).Switches);

/** A settings page. Default: the first one. */
export function Settings({ page = SETTINGS_PAGES[0][0] }: { page: string | undefined }) {
  const current = SETTINGS_PAGES.find(([id]) => id === page)?.[0];
  if (current === undefined) return <NotFound />;
  return (
    <SettingsFrame current={current}>
      <Page id={current} />
    </SettingsFrame>
  );
}

function Page({ id }: { id: SettingsPageId }) {
  switch (id) {
    case 'embed':
      return <Installation />;
    case 'widgets':
      return <Widgets />;
    case 'assistants':
      return <Assistants />;
    case 'hours':
      return <Hours />;
    case 'switches':
      return <Switches />;
    case 'tags':
      return <Tags />;
    case 'notifications':
      return <Notifications />;
    case 'email':
      return <EmailSettings />;
    case 'advanced':
      return <AdvancedSettings />;
    case 'conversations':
      return <Conversations />;
    default:
      return <Part id={id} />;
  }
}

type PartId = Exclude<
  SettingsPageId,
  | 'advanced'
  | 'conversations'
  | 'email'
  | 'embed'
  | 'widgets'
  | 'assistants'
  | 'hours'
  | 'switches'
  | 'tags'
  | 'notifications'
>;

const LEADS: Record<PartId, ComponentChildren> = {
  'admin-key': 'Opens this dashboard and the admin API.',
  model: 'The language model that answers.',
  teams: 'Agents answer from Microsoft Teams, with the accounts they already have.',
};

const titleOf = (id: SettingsPageId) => SETTINGS_PAGES.find(([page]) => page === id)?.[1];

function Conversations() {
  const title = titleOf('conversations');
  return (
    <>
      <Head title={title} lead="How long conversations are kept, and how to export them." />
      <section class="card part" aria-label={title}>
        <DataAndExport />
      </section>
      <Retention />
    </>
  );
}

/** A page with data from the overview. */
function Part({ id }: { id: PartId }) {
  const live = useLive<OverviewReply>(apiPath('overview', { window: '24h' }));
  const name = titleOf(id);
  return (
    <>
      <Head title={name} lead={LEADS[id]} />
      <Loaded live={live}>
        <section class="card part" aria-label={name}>
          {live.data ? <Content id={id} overview={live.data} /> : <Bar width={40} />}
        </section>
      </Loaded>
    </>
  );
}

function Content({ id, overview }: { id: PartId; overview: OverviewReply }) {
  const { settings } = overview;
  switch (id) {
    case 'admin-key':
      return <AdminKey anonymousMode={overview.anonymousMode} />;
    case 'model':
      return <Model health={overview.assistant} />;
    case 'teams':
      return <Teams identity={settings.identity} />;
  }
}

/** A settings page with its navigation, which is a row on phones. */
function SettingsFrame({ current, children }: { current: SettingsPageId; children: ComponentChildren }) {
  const list = useScrollToCurrent(current);
  return (
    <div class="with-parts">
      <nav class="parts" aria-label="Settings">
        <p aria-hidden="true">Settings</p>
        <ul ref={list}>
          {SETTINGS_PAGES.map(([id, name]) => (
            <li key={id}>
              <a href={href(['settings', id])} aria-current={id === current ? 'page' : undefined}>
                {name}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      <div class="view">{children}</div>
    </div>
  );
}

/** A link to the setup of Microsoft Teams. */
function Teams({ identity }: { identity: ShownSettings['identity'] }) {
  return (
    <>
      <p>
        {identity === 'entra'
          ? 'The setup wizard checks each step and creates the app package for your team.'
          : 'The setup wizard shows which steps are left.'}
      </p>
      <div class="row">
        <a class="button primary" href="/api/collab-setup">
          Open setup
        </a>
        <a class="button" href="/api/collab-tab">
          Open agent desk
        </a>
      </div>
    </>
  );
}
