/** The settings pages in the order of their navigation. The second part of a route is a page's id. */
export const SETTINGS_PAGES = [
  ['embed', 'Installation'],
  ['widgets', 'Widgets'],
  ['assistants', 'Assistants'],
  ['hours', 'Hours'],
  ['switches', 'Switches'],
  ['tags', 'Tags'],
  ['teams', 'Agent desk in Teams'],
  ['notifications', 'Notifications'],
  ['email', 'E-mail'],
  ['admin-key', 'Admin key'],
  ['conversations', 'Data and export'],
  ['model', 'Model'],
  ['advanced', 'Advanced'],
] as const;
export type SettingsPageId = (typeof SETTINGS_PAGES)[number][0];
