/**
 * Views that open on request, and file uploads. They are in one module, so that the bundler creates one
 * additional file. With several, it would also split the desk's main script.
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
