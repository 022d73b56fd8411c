/**
 * The views that few admins open, in one module, so that the bundler makes one file of them: with several,
 * the dashboard's script would also be divided, and load its parts one after another.
 */
export { ActionPages } from './actions/action-pages.tsx';
export { Reports } from './reports/reports.tsx';
export { WidgetView } from './views/widget.tsx';
