export {
  exchangeCode,
  type Grant,
  openRedirect,
  pollDeviceCode,
  renewTokens,
  requestDeviceCode,
  type Tokens,
} from './calls.ts';
export { configuredProviders, identityProviderOf } from './identity-provider.ts';
export { SignInRefusal } from './refusal.ts';
