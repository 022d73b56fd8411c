import { useState } from 'preact/hooks';
import type { SettingsChange, SettingsFile } from '../../../../admin/records/settings-file.ts';
import type { SettingsImportReply } from '../../../../admin/wire/settings-file.ts';
import { adminApi } from '../../../ui/admin-api.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { saveAs } from '../../../ui/download.tsx';
import { plural } from '../../../ui/format.ts';
import { invalidate } from '../../../ui/live.ts';
import { ErrorNotice } from '../../../ui/notice.tsx';
import { apiPath, Problem, sentenceOf } from '../../../ui/request.ts';
import { useAction } from '../../../ui/use-action.ts';
import { SETTINGS_PATH, SETTINGS_PREVIEW_PATH } from '../../addresses.ts';
import { settingsIn, settingsParts, withoutTexts } from './settings-parts.ts';

/** A part can contain documents that are indexed, so it may take longer than other requests. */
const PART_MS = 90_000;

const KINDS: Readonly<Record<SettingsChange['kind'], string>> = {
  assistant: 'Assistant',
  document: 'Document',
  website: 'Website',
  widget: 'Widget',
  action: 'Action',
  tag: 'Tag',
  'canned-reply': 'Canned reply',
  hours: 'Business hours',
  notifications: 'Notifications',
  'default-widget': 'Default widget',
  service: 'Service',
};

interface Preview extends SettingsImportReply {
  file: SettingsFile;
}

/** Copies the settings to another deployment as a file: for a move, or from a test to production. */
export function SettingsTransfer() {
  const [preview, setPreview] = useState<Preview>();
  const [secrets, setSecrets] = useState<readonly string[]>();
  const { running, problem, run } = useAction(sentenceOfFile);
  const save = () => run(async () => saveAs('chat-settings.json', await adminApi.file(SETTINGS_PATH)));
  const open = (chosen: File) =>
    run(async () => {
      setSecrets(undefined);
      const file = fileOf(await chosen.text());
      const reply = await adminApi.send<SettingsImportReply>(
        'POST',
        SETTINGS_PREVIEW_PATH,
        withoutTexts(file),
      );
      setPreview({ ...reply, file });
    });
  return (
    <>
      <div class="row">
        <Button disabled={running} onClick={save}>
          Export settings
        </Button>
        <label class="button">
          Import settings
          <input
            class="unseen"
            type="file"
            accept=".json"
            disabled={running}
            onChange={({ currentTarget }) => {
              const [chosen] = currentTarget.files ?? [];
              if (chosen) void open(chosen);
              currentTarget.value = '';
            }}
          />
        </label>
      </div>
      <ErrorNotice sentence={problem} />
      <p class="quiet">
        One JSON file with assistants, documents, websites, widgets, actions, tags, canned replies, hours,
        notifications, the default widget, retention and e-mail, for another deployment. It contains no
        conversations, keys or passwords.
      </p>
      {secrets && (
        <div role="status">
          <p class="good">The settings were imported.</p>
          {secrets.length > 0 && <Secrets secrets={secrets} />}
        </div>
      )}
      {preview && (
        <ImportDialog
          preview={preview}
          onClose={() => setPreview(undefined)}
          onDone={() => {
            setPreview(undefined);
            setSecrets(preview.secrets);
          }}
        />
      )}
    </>
  );
}

interface ImportDialogProps {
  preview: Preview;
  onClose: () => void;
  onDone: () => void;
}

/** Shows which settings a file adds and replaces, and imports it part by part. */
function ImportDialog({ preview: { file, changes, secrets }, onClose, onDone }: ImportDialogProps) {
  const { running, problem, run } = useAction(sentenceOfFile);
  const [done, setDone] = useState(0);
  const parts = settingsParts(file);
  const send = () =>
    run(async () => {
      for (const [at, part] of parts.entries()) {
        setDone(at);
        await adminApi.send('POST', SETTINGS_PATH, part, { timeoutMs: PART_MS });
      }
      // The pages show any of the settings.
      invalidate(apiPath(''));
      onDone();
    });
  const added = changes.filter(({ effect }) => effect === 'added');
  const replaced = changes.filter(({ effect }) => effect === 'replaced');
  const deletesAfterDays = changes.find((change) => change.deletesAfterDays !== undefined)?.deletesAfterDays;
  return (
    <Dialog title="Import settings" wide dismissible={!running} onClose={onClose}>
      <Changes title={`Added: ${added.length}`} changes={added} />
      <Changes title={`Replaced: ${replaced.length}`} changes={replaced} />
      {deletesAfterDays !== undefined && (
        <p class="warning">
          Conversations older than {plural(deletesAfterDays, 'day')} will be deleted within an hour, counted
          from their last message, unless an agent has claimed them. They cannot be restored.
        </p>
      )}
      <p>
        Settings that the file does not name stay as they are. Websites are read again, except those whose
        pages are still to be chosen.
      </p>
      {secrets.length > 0 && <Secrets secrets={secrets} />}
      <ErrorNotice sentence={problem}>What was imported stays. You can import the file again.</ErrorNotice>
      {running && (
        <p role="status">
          <progress aria-label="Import" max={parts.length} value={done} /> Part {done + 1} of {parts.length}
        </p>
      )}
      <div class="actions">
        <Button disabled={running} onClick={onClose}>
          Cancel
        </Button>
        <Button class="button primary" disabled={running || changes.length === 0} onClick={send}>
          {problem === undefined ? 'Import' : 'Try again'}
        </Button>
      </div>
    </Dialog>
  );
}

function Changes({ title, changes }: { title: string; changes: readonly SettingsChange[] }) {
  if (changes.length === 0) return null;
  return (
    <details open={changes.length <= 20}>
      <summary>{title}</summary>
      <ul>
        {changes.map(({ kind, name, assistant }) => (
          <li key={`${kind} ${assistant ?? ''} ${name}`}>
            {KINDS[kind]}: {name}
            {assistant !== undefined && ` (${assistant})`}
          </li>
        ))}
      </ul>
    </details>
  );
}

function Secrets({ secrets }: { secrets: readonly string[] }) {
  return (
    <>
      <p>The file has no secrets. Enter {plural(secrets.length, 'secret')} again:</p>
      <ul>
        {secrets.map((one) => (
          <li key={one}>{one}</li>
        ))}
      </ul>
    </>
  );
}

/** Reads a chosen file. */
function fileOf(text: string): SettingsFile {
  const sentence = 'This file was not exported from “Data and export”.';
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw new Problem('not-settings', sentence, {}, { cause });
  }
  const file = settingsIn(value);
  if (!file) throw new Problem('not-settings', sentence);
  return file;
}

/** Names the place of an invalid setting, for example `tags.0.color`. */
function sentenceOfFile(thrown: unknown): string {
  const [issue] = (thrown instanceof Problem && thrown.details.issues) || [];
  return issue ? `The file has an invalid setting: ${issue.path} ${issue.message}.` : sentenceOf(thrown);
}
