/**
 * The views that open on demand, and the upload of files. They are one module, so that the bundler makes one
 * file of them: with several, the desk's script would also be divided, and load its parts one after another.
 */
export { Report } from '../../ui/closed-chats/report.tsx';
export { ImageDialog } from '../../ui/image-dialog.tsx';
export { checkFile, uploadFile } from '../state/upload-file.ts';
export { ActionDialog } from './action-dialog.tsx';
export { FileTray } from './file-tray.tsx';
export { EmailReply, SentEmails } from './email.tsx';
export { OpenDialog } from './open-dialog.tsx';
export { VisitorHistory } from './visitor-history.tsx';
export { NoteMentions } from './note-mentions.tsx';
export { ReplyTranslation } from './reply-translation.tsx';
export { ThreadTranslation } from './thread-translation.tsx';
export { TranslateTo } from './translate-to.tsx';
