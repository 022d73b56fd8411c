import { ChevronRight, CircleCheck, CircleDashed } from 'lucide-static';
import { useState } from 'preact/hooks';
import { CHAT_LANGUAGES, tagOptions } from '../../../../widgets/rules/default-widget.ts';
import type { Health } from '../../../../operations/records/health.ts';
import type { OverviewReply } from '../../../../admin/wire/admin.ts';
import type { AssistantsReply } from '../../../../assistants/wire/assistants.ts';
import type { DefaultWidget, DefaultWidgetReply } from '../../../../widgets/wire/default-widget.ts';
import { adminApi } from '../../../ui/admin-api.ts';
import { Check, linesOf, SelectField } from '../../../ui/field.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { languageLabel } from '../../../ui/languages.ts';
import { Bar } from '../../../ui/skeleton.tsx';
import { Time } from '../../../ui/time.tsx';
import { UntrustedText } from '../../../ui/untrusted-text.tsx';
import { ASSISTANTS_PATH, DEFAULT_WIDGET_PATH, HEALTH_PATH, RAIL_PATH } from '../../addresses.ts';
import { useEditor, type SavedState } from '../../parts/draft.ts';
import { embedTag } from './embed-tag.ts';
import { setResponse, useLive } from '../../../ui/live.ts';
import { Advanced } from '../../parts/advanced.tsx';
import { Code } from '../../parts/code.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { Section } from '../../parts/section.tsx';
import { answeringAssistant } from '../assistants/answering.ts';
import { EditForm } from '../../parts/edit-form.tsx';
import { WidgetLook } from '../widgets/widget-look.tsx';
import { WidgetTheme } from '../widgets/widget-theme.tsx';
import { Head } from '../../parts/head.tsx';
import { Declarations, OnPlatforms } from './on-platforms.tsx';
import { WidgetPreview } from './widget-preview.tsx';

/** The script tag for the site, and the default widget, which it shows. */
export function Installation() {
  const live = useLive<DefaultWidgetReply>(DEFAULT_WIDGET_PATH);
  return (
    <>
      <Head
        title="Installation"
        lead="The tag that adds the chat to your site, and how the chat looks there."
      />
      <Loaded live={live}>
        {live.data ? (
          <Editing data={live.data} refresh={live.refresh} />
        ) : (
          <section class="card part" aria-label="Installation">
            <Bar width={40} />
          </section>
        )}
      </Loaded>
    </>
  );
}

const savedWidget = ({ widget, etag }: DefaultWidgetReply): SavedState<DefaultWidget> => ({
  edit: widget,
  etag,
});

/** The request body, without empty lines. */
function requestOf({
  branding: { suggestions = [], ...branding } = {},
  ...widget
}: DefaultWidget): DefaultWidget {
  const lines = linesOf(suggestions);
  return { ...widget, branding: { ...branding, ...(lines.length > 0 && { suggestions: lines }) } };
}

function Editing({ data, refresh }: { data: DefaultWidgetReply; refresh: () => Promise<void> }) {
  const { data: agents } = useLive<AssistantsReply>(ASSISTANTS_PATH);
  const editor = useEditor({
    path: DEFAULT_WIDGET_PATH,
    saved: savedWidget(data),
    send: (edit, etag) =>
      adminApi.send<DefaultWidgetReply>('PUT', DEFAULT_WIDGET_PATH, requestOf(edit), { etag }),
    savedBy: savedWidget,
    onSaved: (reply) => setResponse(DEFAULT_WIDGET_PATH, reply),
    refresh,
  });
  const { edit, change } = editor;
  const branding = edit.branding ?? {};
  const greeting = answeringAssistant(agents, undefined)?.greeting;
  const rebrand = (part: typeof branding) => change({ branding: { ...branding, ...part } });
  return (
    <div class="editor">
      <div class="edited">
        <Tag seen={data.seen} />
        <OnPlatforms />
        <EditForm label="Chat on your site" editor={editor} existing create="Save">
          <p class="quiet">
            Saved changes are on your site within five minutes. The tag stays as it is; its <code>data-</code>{' '}
            attributes take precedence.
          </p>
          <WidgetLook {...{ branding, rebrand, greeting }} />
          <WidgetTheme {...{ branding, rebrand }} />
          <Section id="widget-options" title="Language and files">
            <SelectField
              path="locale"
              label="Language"
              value={edit.locale ?? ''}
              options={LANGUAGE_OPTIONS}
              onChange={(value) => change({ locale: CHAT_LANGUAGES.find((language) => language === value) })}
            />
            <Check
              label="Visitors can send files"
              checked={edit.attachments === true}
              onChange={(on) => change({ attachments: on || undefined })}
            />
          </Section>
        </EditForm>
        <Advanced>
          <PinnedTag widget={data.widget} />
          <Declarations />
        </Advanced>
      </div>
      <WidgetPreview widget={requestOf(edit)} greeting={greeting} />
    </div>
  );
}

const LANGUAGE_OPTIONS: readonly (readonly [value: string, name: string])[] = [
  ['', 'Language of the page'],
  ...CHAT_LANGUAGES.map((language) => [language, languageLabel(language)] as const),
];

function Tag({ seen }: Pick<DefaultWidgetReply, 'seen'>) {
  const { data: overview } = useLive<OverviewReply>(RAIL_PATH);
  const allowed = overview?.settings.allowedOrigins ?? ['*'];
  return (
    <section class="card part" aria-labelledby="tag">
      <h2 id="tag">Tag</h2>
      <p>
        Add this tag to each page, before the closing <code>body</code> tag.{' '}
        {allowed.includes('*') ? (
          'It works on any site.'
        ) : (
          <>
            It works on the <a href="#/settings/advanced">allowed sites</a>.
          </>
        )}
      </p>
      <Code text={embedTag(location.origin)} label="Copy tag" primary />
      <div class="seen-on" role="status">
        {seen.length === 0 ? (
          <p>
            <Icon svg={CircleDashed} /> Not seen on a site yet. Open a page that has the tag; it appears here
            within seconds.
          </p>
        ) : (
          <ul class="plain">
            {seen.map(({ origin, at }) => (
              <li key={origin}>
                <span class="good">
                  <Icon svg={CircleCheck} />
                </span>{' '}
                Seen on <UntrustedText text={origin.replace(/^https:\/\//, '')} />, <Time at={at} as="ago" />
                {!allowed.includes('*') && !allowed.includes(origin) && (
                  <span class="wait"> Not an allowed site: the chat does not answer there.</span>
                )}
              </li>
            ))}
          </ul>
        )}
      </div>
    </section>
  );
}

/** The tag with one version of the script, which has the saved look as attributes. */
function PinnedTag({ widget }: { widget: DefaultWidget }) {
  const [isOpen, setOpen] = useState(false);
  const health = useLive<Health>(isOpen ? HEALTH_PATH : undefined);
  const release = health.data?.widgets[0];
  return (
    <section class="card part" aria-labelledby="pinned">
      <h2 id="pinned">Pinned version</h2>
      <p>
        Browsers load only this version of the script, checked by its hash. It does not read the settings
        above, so the tag contains them. Replace the tag after an update of the service, and after each
        change.
      </p>
      <details open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
        <summary>
          <Icon svg={ChevronRight} /> Tag of the current version
        </summary>
        <Loaded live={health} />
        {release && (
          <Code
            text={embedTag(location.origin, { release, options: tagOptions(widget) })}
            label="Copy pinned tag"
          />
        )}
      </details>
    </section>
  );
}
