/**
 * Every port of the service: the outside dependencies of the use cases, in the words of the domain. Adapters
 * under `adapters/` implement them, one cloud and one embedded each; only `compose/` chooses. Ports are
 * imported from this file.
 *
 * Every port distinguishes a missing item from a failed request: absence is a value, failure is an AppError.
 */
import type { ActionCalls, ActionTokens } from './ports/action-calls.ts';
import type { ApiDescriptions } from './ports/api-descriptions.ts';
import type { ConversationStore } from './ports/conversation-store.ts';
import type { Counters, Ledger } from './ports/ledger.ts';
import type { SecretVault, Tokens } from './ports/secrets.ts';
import type { Realtime } from './ports/realtime.ts';
import type { Answerer } from './ports/answerer.ts';
import type { IdentityTokens, VisitorDirectories } from './ports/identity.ts';
import type { Publisher } from './ports/publisher.ts';
import type { Assets, Clock, Random } from './ports/system.ts';
import type { DocumentReader, DocumentSections } from './ports/documents.ts';
import type { UploadStorage } from './ports/uploads.ts';
import type { Websites } from './ports/website.ts';
import type { Telemetry } from './ports/telemetry.ts';
import type { Workflows } from './ports/notifications.ts';
import type { EmailSender } from './ports/email.ts';

export type * from './ports/action-calls.ts';
export type * from './ports/api-descriptions.ts';
export type * from './ports/conversation-store.ts';
export type * from './ports/pages.ts';
export type * from './ports/ledger.ts';
export type * from './ports/secrets.ts';
export type * from './ports/realtime.ts';
export type * from './ports/language-model.ts';
export type * from './ports/answerer.ts';
export type * from './ports/answer-judge.ts';
export type * from './ports/translator.ts';
export type * from './ports/outbox.ts';
export type * from './ports/notifications.ts';
export type * from './ports/email.ts';
export type * from './ports/identity.ts';
export type * from './ports/publisher.ts';
export type * from './ports/documents.ts';
export type * from './ports/system.ts';
export type * from './ports/uploads.ts';
export type * from './ports/website.ts';
export type * from './ports/telemetry.ts';

/** Every port. A service declares the ones that it needs: `Pick<Ports, 'store' | 'clock'>`. */
export interface Ports {
  store: ConversationStore;
  ledger: Ledger;
  counters: Counters;
  vault: SecretVault;
  tokens: Tokens;
  realtime: Realtime;
  answerer: Answerer;
  directories: VisitorDirectories;
  identityTokens: IdentityTokens;
  publisher: Publisher;
  assets: Assets;
  uploadStorage: UploadStorage;
  documentReader: DocumentReader;
  documentSections: DocumentSections;
  websites: Websites;
  workflows: Workflows;
  actionCalls: ActionCalls;
  actionTokens: ActionTokens;
  apiDescriptions: ApiDescriptions;
  emailSender: EmailSender;
  telemetry: Telemetry;
  clock: Clock;
  random: Random;
}
