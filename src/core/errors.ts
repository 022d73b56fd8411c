/**
 * Every error code of the API, with its status (docs/api.md, Errors). A new code does not compile until it
 * has a status and a sentence.
 */
export type ErrorCode =
  | 'invalid-json'
  | 'validation-failed'
  | 'unauthorized'
  | 'sign-in-required'
  | 'identity-required'
  | 'identity-refused'
  | 'identity-changed'
  | 'not-session-owner'
  | 'not-note-author'
  | 'seat-quota-exceeded'
  | 'cross-site-request'
  | 'origin-not-allowed'
  | 'subscription-mismatch'
  | 'widget-disabled'
  | 'chat-off'
  | 'not-found'
  | 'session-not-found'
  | 'plan-not-found'
  | 'widget-not-found'
  | 'widget-version-not-found'
  | 'assistant-not-found'
  | 'draft-not-found'
  | 'draft-conflict'
  | 'version-not-found'
  | 'source-not-found'
  | 'action-not-found'
  | 'action-limit'
  | 'proposal-not-found'
  | 'agent-has-joined'
  | 'notice-not-found'
  | 'notice-outdated'
  | 'channel-off'
  | 'colleague-not-found'
  | 'already-claimed'
  | 'conversation-limit'
  | 'tag-not-found'
  | 'tag-name-taken'
  | 'tag-limit'
  | 'too-many-tags'
  | 'session-closed'
  | 'session-not-closed'
  | 'no-message-left'
  | 'no-email-address'
  | 'language-unknown'
  | 'email-not-configured'
  | 'email-link-invalid'
  | 'rotation-conflict'
  | 'edit-conflict'
  | 'budget-spent'
  | 'assistant-in-use'
  | 'assistant-first'
  | 'idp-not-configured'
  | 'set-by-environment'
  | 'identity-not-configured'
  | 'model-not-configured'
  | 'channel-not-configured'
  | 'precondition-failed'
  | 'payload-too-large'
  | 'unsupported-media-type'
  | 'upload-not-found'
  | 'upload-incomplete'
  | 'upload-not-read'
  | 'upload-complete'
  | 'too-many-uploads'
  | 'uploads-not-configured'
  | FileRefusal
  | 'website-refused'
  | 'attachments-off'
  | 'too-many-attachments'
  | 'attachment-not-found'
  | 'attachment-sent'
  | 'attachment-link-expired'
  | 'attachment-malicious'
  | 'attachment-not-scanned'
  | 'attachment-type-unsupported'
  | 'image-damaged'
  | 'image-too-large'
  | 'misdirected-request'
  | 'rate-limited'
  | 'assistant-unavailable'
  | 'store-unavailable'
  | 'vault-unavailable'
  | 'realtime-unavailable'
  | 'identity-unavailable'
  | 'files-unavailable'
  | 'download-too-long'
  | 'misconfigured'
  | 'internal-error';

/** The codes for files that are refused because of their content. */
export const FILE_REFUSALS = [
  'file-too-large',
  'file-type-unsupported',
  'file-encrypted',
  'file-damaged',
  'file-encoding-unknown',
  'file-without-text',
  'file-too-many-pages',
  'file-text-too-long',
  'file-too-complex',
] as const;
export type FileRefusal = (typeof FILE_REFUSALS)[number];

/** The HTTP status of each code. */
export const STATUS_OF: Record<ErrorCode, number> = {
  'invalid-json': 400,
  'validation-failed': 400,
  unauthorized: 401,
  'sign-in-required': 401,
  'identity-required': 401,
  'identity-refused': 401,
  'identity-changed': 409,
  'not-session-owner': 403,
  'not-note-author': 403,
  'seat-quota-exceeded': 403,
  'cross-site-request': 403,
  'origin-not-allowed': 403,
  'subscription-mismatch': 403,
  'widget-disabled': 403,
  'chat-off': 403,
  'not-found': 404,
  'session-not-found': 404,
  'plan-not-found': 404,
  'widget-not-found': 404,
  'widget-version-not-found': 404,
  'assistant-not-found': 404,
  'draft-not-found': 404,
  'draft-conflict': 409,
  'version-not-found': 404,
  'source-not-found': 404,
  'action-not-found': 404,
  'action-limit': 409,
  'proposal-not-found': 404,
  'agent-has-joined': 409,
  'notice-not-found': 404,
  'notice-outdated': 409,
  'channel-off': 409,
  'colleague-not-found': 404,
  'already-claimed': 409,
  'conversation-limit': 409,
  'tag-not-found': 404,
  'tag-name-taken': 409,
  'tag-limit': 409,
  'too-many-tags': 409,
  'session-closed': 409,
  'session-not-closed': 409,
  'no-message-left': 409,
  'no-email-address': 409,
  'language-unknown': 409,
  'email-not-configured': 409,
  'email-link-invalid': 404,
  'rotation-conflict': 409,
  'edit-conflict': 409,
  'budget-spent': 409,
  'assistant-in-use': 409,
  'assistant-first': 409,
  'idp-not-configured': 409,
  'set-by-environment': 409,
  'identity-not-configured': 409,
  'model-not-configured': 409,
  'channel-not-configured': 409,
  'precondition-failed': 412,
  'payload-too-large': 413,
  'unsupported-media-type': 415,
  'upload-not-found': 404,
  'upload-incomplete': 409,
  'upload-not-read': 409,
  'upload-complete': 409,
  'too-many-uploads': 409,
  'uploads-not-configured': 409,
  'file-too-large': 413,
  'file-type-unsupported': 415,
  'file-encrypted': 422,
  'file-damaged': 422,
  'file-encoding-unknown': 422,
  'file-without-text': 422,
  'file-too-many-pages': 422,
  'file-text-too-long': 422,
  'file-too-complex': 422,
  'website-refused': 422,
  'attachments-off': 403,
  'too-many-attachments': 409,
  'attachment-not-found': 404,
  'attachment-sent': 409,
  'attachment-link-expired': 410,
  'attachment-malicious': 403,
  'attachment-not-scanned': 409,
  'attachment-type-unsupported': 415,
  'image-damaged': 422,
  'image-too-large': 422,
  'misdirected-request': 421,
  'rate-limited': 429,
  'assistant-unavailable': 502,
  'store-unavailable': 503,
  'vault-unavailable': 503,
  'realtime-unavailable': 503,
  'identity-unavailable': 503,
  'files-unavailable': 503,
  'download-too-long': 503,
  misconfigured: 503,
  'internal-error': 500,
};

const CHANGED_MEANWHILE =
  'Someone else has changed this in the meantime. Load it again and repeat your change.';

/** The message of each code. It contains no internal names and nothing that the caller sent. */
export const SENTENCE_OF: Record<ErrorCode, string> = {
  'invalid-json': 'The request body is not a JSON object.',
  'validation-failed': 'The request has missing or invalid fields.',
  unauthorized: 'Sign in to continue.',
  'sign-in-required': 'Sign in to use this chat.',
  'identity-required': 'The site has to identify its visitor again.',
  'identity-refused': 'The identity token of the site was refused.',
  'identity-changed': 'The site has identified another visitor. Forget the renewal of the one before.',
  'not-session-owner': 'Only the agent who claimed this conversation can do this.',
  'not-note-author': 'Only the agent who wrote this note can change it.',
  'seat-quota-exceeded': 'All agent seats of this plan are in use and the grace period has ended.',
  'cross-site-request': 'This action cannot be started from another site.',
  'origin-not-allowed': 'This site is not allowed to use the chat.',
  'subscription-mismatch': 'This identity reports for another subscription.',
  'widget-disabled': 'This chat widget is disabled.',
  'chat-off': 'The chat is off at the moment. No new conversation can be started.',
  'not-found': 'Page not found.',
  'session-not-found': 'Conversation not found.',
  'plan-not-found': 'Plan not found.',
  'widget-not-found': 'Widget not found.',
  'widget-version-not-found':
    'This version of the widget is no longer served. GET /api/health lists those that are.',
  'assistant-not-found': 'Assistant not found.',
  'draft-not-found': 'This assistant has no draft.',
  'draft-conflict':
    'The live assistant was changed since the draft was made. Compare both and decide which one to keep.',
  'version-not-found': 'This earlier version of the assistant is no longer kept.',
  'source-not-found': 'This source no longer exists.',
  'action-not-found': 'This is no longer available here.',
  'action-limit': 'The limit of requests of this conversation is reached. Talk to a person.',
  'proposal-not-found': 'This proposal no longer exists.',
  'agent-has-joined': 'An agent has joined this conversation. Ask them to do it.',
  'notice-not-found': 'Undelivered notice not found. It may have been delivered or dismissed.',
  'notice-outdated':
    'Not sent: the visitor is no longer waiting for an agent. The notice was removed from the list.',
  'channel-off': 'Not sent: its channel is switched off. Switch it on, or dismiss the notice.',
  'colleague-not-found': 'Agent not found. An agent must have opened the agent desk once.',
  'already-claimed': 'Another agent has already claimed this conversation.',
  'conversation-limit':
    'You have reached the conversation limit. Close a conversation, or claim one from the list.',
  'tag-not-found': 'This tag no longer exists.',
  'tag-name-taken': 'Another tag has this name. Choose another name.',
  'tag-limit': 'A conversation can have up to five tags. Remove one first.',
  'too-many-tags': 'There can be up to 50 tags. Delete one first.',
  'session-closed': 'This conversation is closed.',
  'session-not-closed': 'This conversation is not closed yet.',
  'no-message-left': 'The visitor of this conversation has left no message.',
  'no-email-address': 'No e-mail address of the visitor of this conversation is known.',
  'language-unknown': 'The language of the visitor is unknown. Choose a language.',
  'email-not-configured': 'E-mail is not set up.',
  'email-link-invalid': 'This link has expired or is not complete.',
  'rotation-conflict': 'The key was rotated at the same time by someone else. Use that key, or try again.',
  'edit-conflict': CHANGED_MEANWHILE,
  'budget-spent': 'The daily token budget is used up. Try again after midnight UTC.',
  'assistant-in-use': 'This assistant is the default or used by a widget. Choose another one there first.',
  'assistant-first': 'The first assistant cannot be deleted.',
  'identity-not-configured': 'This widget has no site login yet. Save its issuer first.',
  'idp-not-configured': 'The identity provider is not set up yet.',
  'set-by-environment': 'This is set in the deployment’s settings. Change it there.',
  'model-not-configured': 'No language model is configured.',
  'channel-not-configured': 'This channel is not set up yet.',
  'precondition-failed': CHANGED_MEANWHILE,
  'payload-too-large': 'The request body is too large.',
  'unsupported-media-type': 'The request body has to be in the charset UTF-8.',
  'upload-not-found': 'This upload no longer exists. Upload the file again.',
  'upload-incomplete': 'Parts of the file are missing. Send them and try again.',
  'upload-not-read': 'This file has not been read yet. Preview it before you save it.',
  'upload-complete': 'This file is already uploaded.',
  'too-many-uploads': 'Too many files are waiting. Add or discard some of them first.',
  'uploads-not-configured': 'File uploads are not set up. Set UPLOADS_URL to a blob container.',
  'file-too-large': 'This file is too large. Files can have up to 10 MB.',
  'file-type-unsupported':
    'This kind of file cannot be read. Use PDF, Word (.docx), HTML, Markdown or plain text.',
  'file-encrypted': 'This file is protected with a password. Save it without one and upload it again.',
  'file-damaged': 'This file is damaged. Open it in its program, save it again and upload it.',
  'file-encoding-unknown':
    'The characters of this file cannot be read. Save it in the encoding UTF-8 and upload it again.',
  'file-without-text':
    'This file has no text. If it is a scan, run text recognition (OCR) on it and upload it again.',
  'file-too-many-pages': 'This file has too many pages. Split it into files of up to 500 pages.',
  'file-text-too-long': 'The text of this file is too long. Split it into files of up to 400,000 characters.',
  'file-too-complex':
    'This file takes too much time or memory to read. Split it, or save it in a simpler form.',
  'website-refused': 'This website cannot be read.',
  'attachments-off': 'Files cannot be sent in this conversation.',
  'too-many-attachments':
    'This conversation has reached the limit of 20 files and 50 MB. Remove a file that is not sent.',
  'attachment-not-found': 'This file no longer exists.',
  'attachment-sent': 'This file is part of a message and can no longer be removed.',
  'attachment-link-expired': 'This link has expired. Open the file again from its conversation.',
  'attachment-malicious': 'A virus scan found this file to be harmful. It cannot be opened.',
  'attachment-not-scanned': 'This file is not scanned for viruses yet. Try again in a minute.',
  'attachment-type-unsupported':
    'This kind of file cannot be sent. Send an image (PNG, JPEG, WebP, GIF), a PDF or a plain text file.',
  'image-damaged': 'This image is damaged, or its size cannot be read. Save a copy of it and send that.',
  'image-too-large': 'This image is too large. Images can have up to 40 megapixels.',
  'misdirected-request': 'Unknown host name. Add it to PUBLIC_HOSTS.',
  'rate-limited': 'Too many requests. Wait a moment and try again.',
  'assistant-unavailable': 'We could not reach the assistant. Try again, or talk to a person.',
  'store-unavailable': 'The conversation store cannot be reached right now. Try again in a moment.',
  'vault-unavailable': 'The key vault cannot be reached right now. Try again in a moment.',
  'realtime-unavailable': 'The real-time service cannot be reached right now. Try again in a moment.',
  'identity-unavailable': 'The identity provider cannot be reached right now. Try again in a moment.',
  'files-unavailable': 'The file storage cannot be reached right now. Try again in a moment.',
  'download-too-long': 'The download took too long and was interrupted. Choose a shorter period.',
  misconfigured: 'The service is not set up correctly.',
  'internal-error': 'Something went wrong. Try again in a moment.',
};

/** The default `Retry-After` for an unavailable component, in seconds. */
export const DEFAULT_RETRY_AFTER_SECONDS = 5;

/** Fields of an error body in addition to `error` and `message`. */
export interface ErrorDetails {
  issues?: readonly { path: string; message: string }[];
  retryAfterSeconds?: number;
  claimedBy?: string | undefined;
  claimedByName?: string | undefined;
  /** The names of the widgets that use the assistant. */
  widgets?: readonly string[];
  setting?: string;
  upgradeUrl?: string;
  [field: string]: unknown;
}

/** The expected errors of services and adapters. Any other thrown error is a bug (`internal-error`). */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly details: ErrorDetails;

  constructor(code: ErrorCode, details: ErrorDetails = {}, options: { cause?: unknown } = {}) {
    super(SENTENCE_OF[code], options);
    this.name = 'AppError';
    this.code = code;
    this.details = details;
  }
}

/** `validation-failed` for one field of the request; the `path` of a nested field has dots. */
export const invalidField = (path: string, message: string): AppError =>
  new AppError('validation-failed', { issues: [{ path, message }] });
