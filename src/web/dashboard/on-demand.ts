/**
 * Views that few admins open. They are in one module, so that the bundler creates one additional file. With
 * several, it would also split the dashboard's main script.
 */
export { ActionPages } from './actions/action-pages.tsx';
export { Reports } from './reports/reports.tsx';
export { Switches } from './views/switches.tsx';
export { WidgetView } from './views/widget.tsx';
