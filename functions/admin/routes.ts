import type { Endpoint } from '../../src/http/endpoint.ts';
import { dashboard } from './dashboard.ts';
import { cost } from './cost.ts';
import { overview } from './overview.ts';
import { sessions } from './sessions.ts';
import { sessionSearch } from './session-search.ts';
import { sessionExport } from './session-export.ts';
import { exportSettings } from './export-settings.ts';
import { importSettings } from './import-settings.ts';
import { transcript } from './transcript.ts';
import { deleteSession } from './delete-session.ts';
import { questions } from './questions.ts';
import { question } from './question.ts';
import { draftAnswer } from './draft-answer.ts';
import { seats } from './seats.ts';
import { sentReports } from './sent-reports.ts';
import { teamReport } from './team-report.ts';
import { modelCheck } from './model-check.ts';
import { businessHours } from './business-hours.ts';
import { saveBusinessHours } from './save-business-hours.ts';
import { switches } from './switches.ts';
import { saveSwitches } from './save-switches.ts';
import { tags } from './tags.ts';
import { createTag } from './create-tag.ts';
import { updateTag } from './update-tag.ts';
import { removeTag } from './remove-tag.ts';
import { collabApp } from './collab-app.ts';
import { collabSetup } from './collab-setup.ts';
import { collabChecks } from './collab-checks.ts';
import { saveAgentApplication } from './save-agent-application.ts';
import { removeAgentApplication } from './remove-agent-application.ts';
import { widgetPreview } from './widget-preview.ts';
import { rotateKey } from './rotate-key.ts';
import { signIn } from './sign-in.ts';
import { signOut } from './sign-out.ts';
import { beginUpload } from './begin-upload.ts';
import { upload } from './upload.ts';
import { putUploadBlock } from './put-upload-block.ts';
import { completeUpload } from './complete-upload.ts';
import { removeUpload } from './remove-upload.ts';
import { deadLetters } from '../notifications/dead-letters.ts';
import { changeDeadLetter } from '../notifications/change-dead-letter.ts';

/** The admin surface: the dashboard, its figures and settings, and uploads. */
export const adminRoutes: readonly Endpoint[] = [
  dashboard,
  cost,
  overview,
  sessions,
  sessionSearch,
  sessionExport,
  exportSettings,
  importSettings,
  transcript,
  deleteSession,
  questions,
  question,
  draftAnswer,
  seats,
  sentReports,
  teamReport,
  modelCheck,
  businessHours,
  saveBusinessHours,
  switches,
  saveSwitches,
  tags,
  createTag,
  updateTag,
  removeTag,
  collabApp,
  collabSetup,
  collabChecks,
  saveAgentApplication,
  removeAgentApplication,
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
  changeDeadLetter,
];
