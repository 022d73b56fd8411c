import type { Assistant, Draft } from './records/listed-assistant.ts';
import { AppError, FILE_REFUSALS } from '../core/errors.ts';
import { documentNameOf } from '../platform/rules/document-names.ts';
import { ADMIN } from '../platform/rules/uploads.ts';
import type { DocumentReader, DocumentSection, Ports, RequestBudget } from '../ports.ts';
import type { Uploads, UploadText } from '../platform/uploads.ts';
import type { AssistantDocuments } from './assistant-documents.ts';
import type { AssistantDrafts } from './assistant-drafts.ts';
import type { Assistants } from './assistants.ts';

/** A document with the sections that the search uses. */
interface DocumentView {
  name: string;
  markdown: string;
  sections: readonly DocumentSection[];
  /** Texts about the parts of the uploaded file that the document leaves out. */
  leftOut?: readonly string[];
}

/** The content of a document: a text, or the id of an upload. */
interface DocumentContent {
  markdown?: string | undefined;
  uploadId?: string | undefined;
}

type Dependencies = Pick<Ports, 'documentSections'> & {
  documentReader: Pick<DocumentReader, 'read'>;
  uploads: Uploads;
  assistants: Pick<Assistants, 'require'>;
  documents: Pick<AssistantDocuments, 'put' | 'read'>;
  drafts: Pick<AssistantDrafts, 'document' | 'putDocument'>;
  requestBudget: Pick<RequestBudget, 'pause'>;
};

/** Converts uploaded files to documents. */
export function documentFiles({
  documentReader,
  documentSections,
  uploads,
  assistants,
  documents,
  drafts,
  requestBudget,
}: Dependencies) {
  async function viewOf(name: string, markdown: string): Promise<DocumentView> {
    const [sections = []] = await documentSections([{ name, markdown }]);
    return { name, markdown, sections };
  }

  /** Single-flight by upload: a second preview waits for the text of the first. */
  const readings = new Map<string, Promise<UploadText>>();

  /** The text of the file, read once. */
  async function textOf(uploadId: string): Promise<UploadText> {
    const kept = await uploads.textOf(ADMIN, uploadId);
    if (kept !== undefined) return kept;
    const running = readings.get(uploadId);
    if (running) return await requestBudget.pause(() => running);
    const reading = read(uploadId).finally(() => readings.delete(uploadId));
    readings.set(uploadId, reading);
    return await reading;
  }

  async function read(uploadId: string): Promise<UploadText> {
    const file = await uploads.open(ADMIN, uploadId, 'knowledge');
    try {
      // The reader has its own time limit.
      const { markdown, leftOut } = await requestBudget.pause(() => documentReader.read(file));
      const text = { text: markdown, ...(leftOut && { leftOut }) };
      await uploads.saveText(ADMIN, uploadId, text);
      return text;
    } catch (error) {
      const isRefused = error instanceof AppError && FILE_REFUSALS.some((code) => code === error.code);
      if (isRefused) await uploads.remove(ADMIN, uploadId);
      // Another instance may have read and deleted the file in the meantime.
      const kept = isRefused ? undefined : await uploads.textOf(ADMIN, uploadId);
      if (kept !== undefined) return kept;
      throw error;
    }
  }

  /** Saves a text, or the previewed text of an upload. */
  async function save<T>(
    { markdown = '', uploadId }: DocumentContent,
    write: (markdown: string) => Promise<T>,
  ): Promise<T> {
    if (uploadId === undefined) return await write(markdown);
    const kept = await uploads.textOf(ADMIN, uploadId);
    if (kept === undefined) throw new AppError('upload-not-read');
    const saved = await write(kept.text);
    await endUpload(uploadId);
    return saved;
  }

  /** Deletes the upload of a saved document; if this fails, it is deleted when it expires. */
  async function endUpload(uploadId: string): Promise<void> {
    try {
      await uploads.remove(ADMIN, uploadId);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
    }
  }

  return {
    /**
     * Converts an uploaded file, once: a repeat returns the same text. A file that cannot be read is deleted,
     * and the error has a code of FILE_REFUSALS.
     */
    async preview(uploadId: string): Promise<DocumentView> {
      const { fileName } = await uploads.find(ADMIN, uploadId);
      const { text, leftOut } = await textOf(uploadId);
      return { ...(await viewOf(documentNameOf(fileName), text)), ...(leftOut && { leftOut }) };
    },

    /** Saves a text, or the previewed text of an upload, which ends the upload. */
    put: (assistantId: string, name: string, from: DocumentContent): Promise<Assistant> =>
      save(from, async (markdown) => {
        await documents.put(assistantId, name, markdown);
        return await assistants.require(assistantId);
      }),

    /** The same for the draft. */
    putDraft: (assistantId: string, name: string, from: DocumentContent): Promise<Draft> =>
      save(from, (markdown) => drafts.putDocument(assistantId, name, markdown)),

    view: async (assistantId: string, name: string): Promise<DocumentView> =>
      await viewOf(name, await documents.read(assistantId, name)),

    viewDraft: async (assistantId: string, name: string): Promise<DocumentView> =>
      await viewOf(name, await drafts.document(assistantId, name)),
  };
}
