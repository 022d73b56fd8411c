import * as z from 'zod/mini';
import { scriptMessages } from '../../src/widgets/records/proactive-message.ts';
import { launcherConfig, type Widget } from '../../src/widgets/records/widget.ts';
import { appliedScript, fileReply, plainScript, type ScriptPart } from '../../src/http/asset.ts';
import { endpoint } from '../../src/http/endpoint.ts';

export const widgetJs = endpoint({
  name: 'widget-js',
  method: 'GET',
  route: 'widget.js',
  gate: 'static',
  summary: 'The widget, for a script tag on any site; with `w`, the one that is registered under this id',
  query: z.object({ w: z.optional(z.string()) }),
  replies: { 200: { description: 'The script', contentType: 'text/javascript' } },
  errors: ['rate-limited', 'store-unavailable'],
  async handle({ query: { w }, request, services }) {
    const { assets, defaultWidgets, scriptWidgets, switches, tagSightings } = services;
    const address = `${request.serviceOrigin}/api/widget.js`;
    const isPlain = w === undefined;
    if (isPlain) {
      await tagSightings.note(request.header('referer'), request.serviceOrigin);
      const [isOff, options] = await Promise.all([switches.isChatOff(), defaultWidgets.options()]);
      if (!isOff) {
        const script = await plainScript(assets, 'widget.js', { address, options });
        return fileReply(script, request, 'js', 'widget');
      }
    }
    const widget = isPlain ? undefined : await scriptWidgets.find(w, request.clientIp);
    const isShown = widget?.enabled === true && !(await switches.isChatOff());
    // A deleted widget must not break the site, so the script is served and logs the problem to the console.
    const config = isShown ? launcherConfig(widget) : null;
    const parts = isShown ? partsOf(widget, services.emailIsOn) : [];
    const own = widget ? `${address}?w=${widget.id}` : address;
    const script = await appliedScript(assets, 'widget-loader.js', [config, parts], own);
    return fileReply(script, request, 'js', isPlain ? 'widget' : 'registered');
  },
});

/** The optional parts of the script that a widget uses. */
function partsOf({ siteLogin, proactive, branding }: Widget, emailIsOn: boolean): ScriptPart[] {
  const messages = scriptMessages(proactive);
  const close = branding?.strings?.['Close'];
  return [
    ...(siteLogin ? [{ path: 'widget-loader-identity.js' }] : []),
    ...(emailIsOn ? [{ path: 'widget-loader-link.js' }] : []),
    ...(messages.length > 0 ? [{ path: 'widget-loader-proactive.js', value: { messages, close } }] : []),
  ];
}
