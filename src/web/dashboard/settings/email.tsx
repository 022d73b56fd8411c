import { useState } from 'preact/hooks';
import type {
  ServiceSettingsReply,
  TestEmailReply,
  TestEmailRequest,
} from '../../../email/wire/service-settings.ts';
import { adminApi } from '../../ui/admin-api.ts';
import { Button } from '../../ui/button.tsx';
import { failureWords } from '../../ui/delivery-failures.ts';
import { TextField } from '../../ui/field.tsx';
import { useLive } from '../../ui/live.ts';
import { ErrorNotice } from '../../ui/notice.tsx';
import { Bar } from '../../ui/skeleton.tsx';
import { UntrustedText } from '../../ui/untrusted-text.tsx';
import { useAction } from '../../ui/use-action.ts';
import { SERVICE_SETTINGS_PATH, TEST_EMAIL_PATH } from '../addresses.ts';
import { FromEnvironment } from '../parts/from-environment.tsx';
import { Loaded } from '../parts/loaded.tsx';
import { OpenSetting } from '../parts/open-setting.tsx';
import { Section } from '../parts/section.tsx';
import { EditForm } from '../parts/edit-form.tsx';
import { Head } from '../parts/head.tsx';
import { useServiceSettings } from './use-service-settings.ts';

/** The sender of e-mails to visitors, and a test. */
export function EmailSettings() {
  const live = useLive<ServiceSettingsReply>(SERVICE_SETTINGS_PATH);
  const { data } = live;
  return (
    <>
      <Head title="E-mail" lead="Visitors who leave an address get the answers of your team there." />
      <Loaded live={live}>
        {data ? (
          <>
            <Sender data={data} refresh={live.refresh} />
            {data.email.sender !== 'off' && <TestEmail isLocal={data.email.sender === 'mailbox'} />}
          </>
        ) : (
          <section class="card part" aria-label="E-mail">
            <Bar width={40} />
          </section>
        )}
      </Loaded>
    </>
  );
}

const SENDERS: Record<ServiceSettingsReply['email']['sender'], string> = {
  'communication-services': 'Azure Communication Services',
  smtp: 'Mail server (SMTP)',
  mailbox: 'Local mailbox. E-mails are files in the data folder; the demo site shows them under /mail.',
  off: 'Off. No e-mails are sent.',
};

interface SenderProps {
  data: ServiceSettingsReply;
  refresh: () => Promise<void>;
}

function Sender({ data, refresh }: SenderProps) {
  const editor = useServiceSettings(data, refresh);
  const { edit, change } = editor;
  const { environment, email } = data;
  const isSetUp = email.sender === 'smtp' || email.sender === 'communication-services';
  const variable = email.sender === 'smtp' ? 'SMTP_URL' : 'EMAIL_ENDPOINT';
  return (
    <EditForm label="E-mail" editor={editor} existing create="Save">
      <Section id="email-sender" title="Sender">
        {isSetUp ? (
          <FromEnvironment label="Service" variable={variable}>
            {SENDERS[email.sender]}
          </FromEnvironment>
        ) : (
          <div class="field">
            <span>Service</span>
            <p class="decided">{SENDERS[email.sender]}</p>
            <p class="quiet">
              To send e-mails, set <code>EMAIL_FROM</code> and <code>EMAIL_ENDPOINT</code> or{' '}
              <code>SMTP_URL</code> in the environment.
            </p>
          </div>
        )}
        {isSetUp && (
          <FromEnvironment label="Sender address" variable="EMAIL_FROM">
            <UntrustedText text={email.from} />
          </FromEnvironment>
        )}
        <OpenSetting
          variable="EMAIL_BUSINESS_NAME"
          decided={environment.emailBusinessName}
          path="emailBusinessName"
          label="Business name"
          most={60}
          placeholder="The site’s domain"
          hint="The sender’s name in e-mails."
          value={edit.emailBusinessName}
          onChange={(emailBusinessName) => change({ emailBusinessName })}
        />
        <OpenSetting
          variable="EMAIL_REPLY_TO"
          decided={environment.emailReplyTo}
          path="emailReplyTo"
          label="Reply address"
          most={254}
          code
          placeholder={isSetUp ? email.from : 'help@example.com'}
          hint="Visitors who reply to an e-mail write to this mailbox. Default: the sender address."
          value={edit.emailReplyTo}
          onChange={(emailReplyTo) => change({ emailReplyTo })}
        />
      </Section>
    </EditForm>
  );
}

/** `isLocal`: e-mails are files of the local host. */
function TestEmail({ isLocal }: { isLocal: boolean }) {
  const [to, setTo] = useState('');
  const [result, setResult] = useState<TestEmailReply>();
  const { running, problem, run } = useAction();
  const send = () =>
    run(async () => {
      setResult(undefined);
      const request: TestEmailRequest = { to: to.trim() };
      setResult(await adminApi.send<TestEmailReply>('POST', TEST_EMAIL_PATH, request, { timeoutMs: 25_000 }));
    });
  return (
    <Section id="test-email" title="Test">
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void send();
        }}
      >
        <TextField
          path="to"
          label="Your e-mail address"
          most={254}
          placeholder="you@example.com"
          hint="The test uses the saved settings."
          value={to}
          onChange={setTo}
        />
        <div class="row">
          <Button submit class="button" disabled={running || to.trim() === ''}>
            {running ? 'Sending…' : 'Send me a test e-mail'}
          </Button>
        </div>
      </form>
      <p role="status">
        {result && result.failure === undefined && (
          <span class="good">
            {isLocal
              ? 'The e-mail is in the local mailbox. It was not sent to this address.'
              : 'The e-mail service has taken the e-mail. Look into your mailbox.'}
          </span>
        )}
        {result?.failure !== undefined && (
          <span class="bad">Not sent. {failureWords('email', result.failure)}</span>
        )}
      </p>
      <ErrorNotice sentence={problem} />
    </Section>
  );
}
