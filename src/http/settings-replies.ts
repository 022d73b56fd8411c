import type { ServiceSettings } from '../email/records/service-settings.ts';
import type { ServiceSettingsReply } from '../email/wire/service-settings.ts';
import { json, type HttpReply } from './request.ts';

interface SettingsServices {
  serviceSettings: { environment: ServiceSettings };
  emailSetup: ServiceSettingsReply['email'];
}

/** The settings of the deployment with those of the environment, for a read and a save. */
export function serviceSettingsReply(
  { settings, etag }: { settings: ServiceSettings; etag: string },
  { serviceSettings: { environment }, emailSetup }: SettingsServices,
): HttpReply {
  return json<ServiceSettingsReply>(200, { settings, environment, email: emailSetup, etag }, { etag });
}
