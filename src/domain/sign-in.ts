/** The agents' sign-in: an application in the business's tenant of an identity provider. */
export interface SignIn {
  /** The provider's URL without a trailing slash. Plain http only for a provider on this machine. */
  authority: string;
  tenantId: string;
  clientId: string;
  /** The requested scope. */
  scope: string;
}
