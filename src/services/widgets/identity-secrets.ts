import { AppError } from '../../domain/errors.ts';
import type { IdentitySecret } from '../../domain/records/widget.ts';
import type { Ports } from '../../ports.ts';
import type { Background } from '../platform/background.ts';
import type { Expected } from '../platform/ledger-records.ts';
import { REMOVED_SECRET, vaultName } from './site-identities.ts';
import type { RegisteredWidget, WidgetRegistry } from './widget-registry.ts';

/** 256 bits, as HS256 asks for (RFC 7518 §3.2). */
const BYTES = 32;

/** The secrets with which sites sign identity tokens. A missing widget is `widget-not-found`. */
export interface IdentitySecrets {
  /**
   * Makes a secret, the only time that its value is shown. The current one becomes the one before it, and
   * that one counts no more. It is in the vault before the widget refers to it, so that no failure leaves the
   * widget without those that it had. `identity-not-configured` for a widget without a site's login.
   */
  create(widgetId: string, expected: Expected): Promise<{ registered: RegisteredWidget; secret: string }>;
  /** Tokens that it signed are refused from now on. `not-found` where the widget has no such secret. */
  remove(widgetId: string, secretId: string, expected: Expected): Promise<RegisteredWidget>;
}

/** Overwrites the values of secrets that no widget refers to any more, in the background. */
export type EraseSecrets = (secrets: readonly IdentitySecret[]) => void;

export function secretEraser({
  vault,
  background,
}: Pick<Ports, 'vault'> & { background: Background }): EraseSecrets {
  return (secrets) => {
    for (const secret of secrets) background.run(vault.write(vaultName(secret), REMOVED_SECRET));
  };
}

type Dependencies = Pick<Ports, 'clock' | 'random' | 'vault'> & {
  widgets: Pick<WidgetRegistry, 'setIdentitySecrets'>;
  eraseSecrets: EraseSecrets;
};

export function identitySecrets({
  clock,
  random,
  vault,
  widgets,
  eraseSecrets,
}: Dependencies): IdentitySecrets {
  return {
    async create(widgetId, expected) {
      const made = { id: random.uuid(), createdAt: new Date(clock.now()).toISOString() };
      const secret = Buffer.from(random.bytes(BYTES)).toString('base64url');
      await vault.write(vaultName(made), secret);
      try {
        const registered = await widgets.setIdentitySecrets(
          widgetId,
          (before) => [made, ...before.slice(0, 1)],
          expected,
        );
        return { registered, secret };
      } catch (error) {
        // If the store does not answer, the widget may refer to it.
        if (error instanceof AppError && error.code !== 'store-unavailable') eraseSecrets([made]);
        throw error;
      }
    },

    remove: (widgetId, secretId, expected) =>
      widgets.setIdentitySecrets(
        widgetId,
        (before) => {
          const left = before.filter(({ id }) => id !== secretId);
          if (left.length === before.length) throw new AppError('not-found');
          return left;
        },
        expected,
      ),
  };
}
