/** Why somebody whom a provider or proxy named, or should have named, is not let in: as pages say it. */
export const SIGN_IN_REFUSALS = {
  attempt: 'This sign-in was begun more than ten minutes ago, in another browser, or at another address of Errata.',
  denied: 'The identity provider did not sign you in.',
  unreachable: 'The identity provider does not answer.',
  invalid: 'The answer of the identity provider could not be verified. The log of this desk says why.',
  groups: 'You are in none of the groups that may use Errata. Ask whoever runs it.',
  'groups-withheld':
    'You are in so many groups that the identity provider does not list them (Microsoft Entra above 200), so your role cannot be told. It can be set to send only the groups that are assigned to Errata.',
  disabled: 'Your account was disabled or removed. Ask an administrator of Errata.',
  token: 'The signed token of the proxy could not be verified. The log of this desk says why.',
} as const

export type SignInRefusal = keyof typeof SIGN_IN_REFUSALS

export const isSignInRefusal = (text: unknown): text is SignInRefusal =>
  typeof text === 'string' && Object.hasOwn(SIGN_IN_REFUSALS, text)
