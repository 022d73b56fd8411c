interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { createScriptURL(url: string): string },
  ): { createScriptURL(url: string): string };
}

declare global {
  interface Window {
    trustedTypes?: TrustedTypes;
  }
}

/** The URL of a script of the service, by the policy of Trusted Types that the page allows. Call it once. */
export function trustedScript(policyName: string, url: string): string {
  const policy = window.trustedTypes?.createPolicy(policyName, { createScriptURL: () => url });
  return policy?.createScriptURL(url) ?? url;
}
