/** Where and for what agents of the business sign in: an application in their tenant of an identity provider. */
export interface SignIn {
  /** The provider's address without a slash at the end. Plain http only for a provider on this machine. */
  authority: string;
  tenantId: string;
  clientId: string;
  /** What a token is asked for. */
  scope: string;
}
