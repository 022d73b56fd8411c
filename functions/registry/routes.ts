import type { Endpoint } from '../../src/http/endpoint.ts';
import { addAnswer } from './add-answer.ts';
import { answers } from './answers.ts';
import { askTest } from './ask-test.ts';
import { answersDocument } from './answers-document.ts';
import { assistant } from './assistant.ts';
import { assistants } from './assistants.ts';
import { draft } from './draft.ts';
import { changeTest } from './change-test.ts';
import { discardDraft } from './discard-draft.ts';
import { publishDraft } from './publish-draft.ts';
import { putDraftDocument } from './put-draft-document.ts';
import { removeDraftDocument } from './remove-draft-document.ts';
import { restoreVersion } from './restore-version.ts';
import { saveDraft } from './save-draft.ts';
import { versions } from './versions.ts';
import { createAssistant } from './create-assistant.ts';
import { createIdentitySecret } from './create-identity-secret.ts';
import { createWidget } from './create-widget.ts';
import { document } from './document.ts';
import { keepTest } from './keep-test.ts';
import { previewUpload } from './preview-upload.ts';
import { putDocument } from './put-document.ts';
import { removeAnswer } from './remove-answer.ts';
import { removeAssistant } from './remove-assistant.ts';
import { removeDocument } from './remove-document.ts';
import { removeIdentitySecret } from './remove-identity-secret.ts';
import { removeTest } from './remove-test.ts';
import { removeWidget } from './remove-widget.ts';
import { sources } from './sources.ts';
import { switchWidget } from './switch-widget.ts';
import { tests } from './tests.ts';
import { tryAssistant } from './try-assistant.ts';
import { updateAssistant } from './update-assistant.ts';
import { updateWidget } from './update-widget.ts';
import { undoDraftDocument } from './undo-draft-document.ts';
import { viewDraftDocument } from './view-draft-document.ts';
import { viewDocument } from './view-document.ts';
import { widget } from './widget.ts';
import { widgets } from './widgets.ts';

/** Admin endpoints for registered widgets and assistants (docs/rules.md, Widget registry). */
export const registryRoutes: readonly Endpoint[] = [
  widgets,
  createWidget,
  widget,
  updateWidget,
  removeWidget,
  switchWidget,
  createIdentitySecret,
  removeIdentitySecret,
  assistants,
  createAssistant,
  assistant,
  updateAssistant,
  removeAssistant,
  document,
  viewDocument,
  putDocument,
  removeDocument,
  draft,
  saveDraft,
  discardDraft,
  viewDraftDocument,
  putDraftDocument,
  removeDraftDocument,
  undoDraftDocument,
  publishDraft,
  versions,
  restoreVersion,
  sources,
  tests,
  keepTest,
  askTest,
  changeTest,
  removeTest,
  previewUpload,
  tryAssistant,
  answers,
  answersDocument,
  addAnswer,
  removeAnswer,
];
