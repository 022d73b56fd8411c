import * as z from 'zod/mini';
import { addresses, local } from './addresses.ts';
import { assistant } from './assistant.ts';
import { events, identity, realtime, storage } from './components.ts';
import { email } from './email.ts';
import { embedding } from './embedding.ts';
import { model } from './model.ts';
import { PRICES, prices } from './prices.ts';
import { publisher } from './publisher.ts';
import { ALLOWED_ORIGINS, service } from './service.ts';
import { groupReader, type Environment } from './settings.ts';
import { shared, storeGroup } from './shared.ts';
import type { Allowlist } from '../conversations/rules/origin.ts';

const store = storeGroup('chat');

/** Every setting, parsed once at start. */
export type Config = ReturnType<typeof readConfig>;

/**
 * Reads every setting, or throws `misconfigured` with the name of the first wrong one. In the cloud a
 * component without an endpoint is an error, never a silent embedded one; so is a key where the managed
 * identity is used.
 */
export function readConfig(environment: Environment) {
  const read = groupReader(environment);
  return {
    ...read(shared),
    ...read(store),
    ...read(storage),
    ...read(realtime),
    ...read(model),
    ...read(embedding),
    ...read(prices),
    ...read(assistant),
    ...read(identity),
    ...read(publisher),
    ...read(events),
    ...read(email),
    ...read(service),
    ...read(addresses),
    ...read(local),
  };
}

/** Every setting by name, with its default (docs/configuration.md). */
export const Settings = z.omit(
  z.object({
    ...shared.def.in.shape,
    ...store.def.in.shape,
    ...storage.def.in.shape,
    ...realtime.def.in.shape,
    ...model.def.in.shape,
    ...embedding.def.in.shape,
    ...PRICES.shape,
    ...assistant.def.in.shape,
    ...identity.def.in.shape,
    ...publisher.def.in.shape,
    ...events.def.in.shape,
    ...email.def.in.shape,
    ...service.def.in.shape,
    ...addresses.def.in.shape,
    ...local.def.in.shape,
  }),
  { cloud: true, WEBSITE_HOSTNAME: true },
);

/** Reads only ALLOWED_ORIGINS, even if another setting is wrong; throws if it is wrong itself. */
export function readAllowlist({ ALLOWED_ORIGINS: value }: Environment): Allowlist {
  return ALLOWED_ORIGINS.parse(value?.trim() ? value : undefined);
}

/** The environment of this process; the only place that reads it. */
export const environment: Environment = process.env;
