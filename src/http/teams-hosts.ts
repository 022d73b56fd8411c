/**
 * The frame ancestors of the desk and of widgets: the hosts of Teams tabs, as Microsoft lists them for tab
 * pages.
 */
export const TEAMS_HOSTS = [
  'https://teams.microsoft.com',
  'https://*.teams.microsoft.com',
  'https://*.cloud.microsoft',
  'https://*.microsoft365.com',
  'https://*.office.com',
  'https://outlook.office365.com',
];
