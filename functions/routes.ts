import type { Endpoint } from '../src/http/endpoint.ts';
import { availability } from './visitor/availability.ts';
import { chat } from './visitor/chat.ts';
import { chatStream } from './visitor/chat-stream.ts';
import { contact } from './visitor/contact.ts';
import { rating } from './visitor/rating.ts';
import { conversations } from './visitor/conversations.ts';
import { source } from './visitor/source.ts';
import { feedback } from './visitor/feedback.ts';
import { handoff } from './visitor/handoff.ts';
import { health } from './visitor/health.ts';
import { messages } from './visitor/messages.ts';
import { negotiate } from './visitor/negotiate.ts';
import { plan } from './visitor/plan.ts';
import { widgetJs } from './visitor/widget-js.ts';
import { widgetLocale } from './visitor/widget-locale.ts';
import { widgetRelease } from './visitor/widget-release.ts';
import { widgetFrame } from './widget/frame.ts';
import { widgetSignIn } from './widget/sign-in.ts';
import { widgetSignInCallback } from './widget/sign-in-callback.ts';
import { widgetToken } from './widget/token.ts';
import { agentRoutes } from './agent/routes.ts';
import { attachmentRoutes } from './attachments/routes.ts';
import { businessHours } from './admin/business-hours.ts';
import { beginUpload } from './admin/begin-upload.ts';
import { collabApp } from './admin/collab-app.ts';
import { collabChecks } from './admin/collab-checks.ts';
import { collabSetup } from './admin/collab-setup.ts';
import { completeUpload } from './admin/complete-upload.ts';
import { cost } from './admin/cost.ts';
import { dashboard } from './admin/dashboard.ts';
import { deleteSession } from './admin/delete-session.ts';
import { judgments } from './admin/judgments.ts';
import { modelCheck } from './admin/model-check.ts';
import { overview } from './admin/overview.ts';
import { draftAnswer } from './admin/draft-answer.ts';
import { question } from './admin/question.ts';
import { ratedQuestions } from './admin/rated-questions.ts';
import { questions } from './admin/questions.ts';
import { putUploadBlock } from './admin/put-upload-block.ts';
import { removeUpload } from './admin/remove-upload.ts';
import { rotateKey } from './admin/rotate-key.ts';
import { saveBusinessHours } from './admin/save-business-hours.ts';
import { seats } from './admin/seats.ts';
import { sentReports } from './admin/sent-reports.ts';
import { sessionExport } from './admin/session-export.ts';
import { sessionSearch } from './admin/session-search.ts';
import { sessions } from './admin/sessions.ts';
import { signIn } from './admin/sign-in.ts';
import { signOut } from './admin/sign-out.ts';
import { transcript } from './admin/transcript.ts';
import { upload } from './admin/upload.ts';
import { widgetPreview } from './admin/widget-preview.ts';
import { apiDescription } from '../src/http/openapi.ts';
import { withSignInPage } from './admin/with-sign-in-page.ts';
import { registryRoutes } from './registry/routes.ts';
import { notificationRoutes } from './notifications/routes.ts';
import { evaluationRoutes } from './evaluation/routes.ts';
import { deadLetters } from './notifications/dead-letters.ts';
import { dismissDeadLetter } from './notifications/dismiss-dead-letter.ts';
import { retryDeadLetter } from './notifications/retry-dead-letter.ts';
import { closedChats } from './staff/closed-chats.ts';
import { docs } from './meta/docs.ts';
import { home } from './meta/home.ts';
import { openapi } from './meta/openapi.ts';
import { pageAsset } from './meta/page-asset.ts';

const description = apiDescription(() => routes);

const endpoints: readonly Endpoint[] = [
  health,
  chat,
  chatStream,
  messages,
  conversations,
  negotiate,
  handoff,
  contact,
  feedback,
  source,
  rating,
  availability,
  widgetJs,
  widgetLocale,
  widgetRelease,
  widgetFrame,
  widgetToken,
  widgetSignIn,
  widgetSignInCallback,
  plan,
  dashboard,
  cost,
  overview,
  sessions,
  sessionSearch,
  sessionExport,
  transcript,
  deleteSession,
  questions,
  judgments,
  ratedQuestions,
  question,
  draftAnswer,
  seats,
  sentReports,
  modelCheck,
  businessHours,
  saveBusinessHours,
  collabApp,
  collabSetup,
  collabChecks,
  widgetPreview,
  rotateKey,
  signIn,
  signOut,
  beginUpload,
  upload,
  putUploadBlock,
  completeUpload,
  removeUpload,
  deadLetters,
  retryDeadLetter,
  dismissDeadLetter,
  ...registryRoutes,
  ...evaluationRoutes,
  ...notificationRoutes,
  ...agentRoutes,
  ...attachmentRoutes,
  closedChats,
  openapi(description),
  docs(description),
  pageAsset,
  home,
];

/** Every endpoint of the runtime, in the order of the specification. */
export const routes: readonly Endpoint[] = endpoints.map(withSignInPage);
