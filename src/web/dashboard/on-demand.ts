/**
 * Views and parts that are not needed at first. They are in one module, so that the bundler creates one
 * additional file. With several, it would also split the dashboard's main script.
 */
export { ActionPages } from './settings/assistants/actions/action-pages.tsx';
export { Found } from './conversations/found.tsx';
export { AnswerDialog } from './questions/answer-dialog.tsx';
export { DraftView } from './settings/assistants/draft.tsx';
export { EmailSettings } from './settings/email.tsx';
export { Retention } from './settings/data/retention.tsx';
export { Installation } from './settings/installation/installation.tsx';
export { AdvancedSettings } from './settings/advanced/advanced.tsx';
export { Cost } from './cost/cost.tsx';
export { Reports } from './reports/reports.tsx';
export { Question } from './questions/question.tsx';
export { Switches } from './settings/switches.tsx';
export { WidgetView } from './settings/widgets/widget.tsx';
