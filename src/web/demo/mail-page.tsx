import { Shell } from './shell.tsx';

/** An e-mail that the local host has captured. */
interface MailboxEmail {
  name: string;
  from: string;
  to: string;
  subject: string;
  /** The plain text of the e-mail. */
  text: string;
}

/** Returns the captured e-mails, newest first. */
export type ReadMailbox = () => Promise<readonly MailboxEmail[]>;

/** Lists the e-mails that the service would have sent. */
export function MailPage({ emails }: { emails: readonly MailboxEmail[] }) {
  return (
    <Shell title="Mailbox" path="/mail">
      <main class="page text mail">
        <h1>Mailbox</h1>
        <p>
          {emails.length === 0
            ? 'No e-mails yet. An agent’s reply by e-mail to a visitor appears here, and goes nowhere else.'
            : 'E-mails to visitors, newest first. They are files in the folder “mail” of the data folder, and go nowhere else.'}
        </p>
        {emails.map(({ name, from, to, subject, text }) => (
          <section key={name} aria-label={subject}>
            <dl>
              <div>
                <dt>Subject</dt>
                <dd>{subject}</dd>
              </div>
              <div>
                <dt>From</dt>
                <dd>{from}</dd>
              </div>
              <div>
                <dt>To</dt>
                <dd>{to}</dd>
              </div>
            </dl>
            <pre>{text}</pre>
          </section>
        ))}
      </main>
    </Shell>
  );
}
