/**
 * The views that open on demand. They are one module, so that the bundler makes one file of them: with
 * several, the desk's script would also be divided, and load its parts one after another.
 */
export { Report } from '../../ui/closed-chats/report.tsx';
export { ActionDialog } from './action-dialog.tsx';
export { OpenDialog } from './open-dialog.tsx';
