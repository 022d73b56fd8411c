/**
 * Views that open on request, and file uploads. They are in one module, so that the bundler creates one
 * additional file. With several, it would also split the desk's main script.
 */
export { Report } from '../../ui/closed-chats/report.tsx';
export { ImageDialog } from '../../ui/image-dialog.tsx';
export { checkFile, uploadFile } from '../state/upload-file.ts';
export { askToNotify, deskNotifications } from '../state/notifications.ts';
export { ActionDialog } from '../about/action-dialog.tsx';
export { Correction } from '../thread/correction.tsx';
export { CallOffer } from '../list/call-offer.tsx';
export { FileTray } from '../composer/file-tray.tsx';
export { SentEmails } from '../about/email.tsx';
export { OpenDialog } from '../dialogs/open-dialog.tsx';
export { VisitorHistory } from '../about/visitor-history.tsx';
export { EditNote, RemoveNote } from '../thread/note-steps.tsx';
export { NoteMentions } from '../composer/note-mentions.tsx';
export { ReplyTranslation } from '../composer/reply-translation.tsx';
export { Suggestion } from '../thread/suggestion.tsx';
export { ThreadTranslation } from '../thread/thread-translation.tsx';
export { TranslateTo } from './translate-to.tsx';
