import type { ComponentChildren } from 'preact';
import { document } from '../ui/document.tsx';

/** Posts the proof of a sign-in to the frame that opened the page, and closes. */
export function signedInPage({ nonce, proof }: { nonce: string; proof: string }): string {
  return document({
    title: 'Signed in',
    page: 'visitor-sign-in',
    nonce,
    script: true,
    children: (
      <ResultPage title="You are signed in" proof={proof}>
        You can close this window. If the chat does not show you as signed in, sign in again there.
      </ResultPage>
    ),
  });
}

/** Shown if the visitor did not sign in, or took too long. */
export function notSignedInPage({ nonce }: { nonce: string }): string {
  return failedPage({ nonce, sentence: 'The sign-in was canceled or timed out.' });
}

export function failedPage({ nonce, sentence }: { nonce: string; sentence: string }): string {
  return document({
    title: 'Not signed in',
    page: 'visitor-sign-in',
    nonce,
    children: (
      <ResultPage title="Sign-in failed">{sentence} Close this window and try again in the chat.</ResultPage>
    ),
  });
}

/** Shown if a file of a conversation cannot be read. */
export function unreadableFilePage({ nonce, sentence }: { nonce: string; sentence: string }): string {
  const title = 'File not available';
  return document({
    title,
    page: 'visitor-sign-in',
    nonce,
    children: <ResultPage title={title}>{sentence}</ResultPage>,
  });
}

function ResultPage({
  title,
  proof,
  children,
}: {
  title: string;
  proof?: string;
  children: ComponentChildren;
}) {
  return (
    <main data-proof={proof}>
      <h1>{title}</h1>
      <p>{children}</p>
    </main>
  );
}
