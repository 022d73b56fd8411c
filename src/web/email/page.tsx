import type { ComponentChildren } from 'preact';
import { emailLanguage } from '../../email/rules/compose.ts';
import { WORDS } from '../../languages/languages.ts';
import { Button } from '../ui/button.tsx';
import { document } from '../ui/document.tsx';

interface EmailPageOptions {
  nonce: string;
  action: 'confirm' | 'stop';
  /** The e-mail address. */
  to: string;
  language: string | undefined;
}

/**
 * Asks the reader to confirm sending the conversation or unsubscribing. The form is posted to the page's URL.
 */
export function emailQuestionPage({ nonce, action, to, language }: EmailPageOptions): string {
  const words = WORDS[emailLanguage(language)].email;
  const title = action === 'confirm' ? words.send : words.stop;
  return emailDocument(
    nonce,
    title,
    <>
      <p dir="ltr">{to}</p>
      <form method="post">
        <Button submit class="button primary">
          {title}
        </Button>
      </form>
      {action === 'confirm' && <p>{words.ignore}</p>}
    </>,
  );
}

/** Confirms the requested action. */
export function emailDonePage({ nonce, action, to, language }: EmailPageOptions): string {
  const words = WORDS[emailLanguage(language)].email;
  return emailDocument(nonce, action === 'confirm' ? words.sent : words.stopped, <p dir="ltr">{to}</p>);
}

export function emailFailurePage({ nonce, sentence }: { nonce: string; sentence: string }): string {
  return emailDocument(nonce, 'Link not available', <p>{sentence}</p>);
}

function emailDocument(nonce: string, title: string, children: ComponentChildren): string {
  return document({
    title,
    page: 'email',
    nonce,
    children: (
      <main>
        <h1>{title}</h1>
        {children}
      </main>
    ),
  });
}
