/**
 * The identity provider of a policy, by OpenID Connect: authorization code with PKCE, state and nonce. Issuer, audience, expiry, nonce
 * and signature of the ID token are checked by openid-client. The provider's configuration and keys are read for each sign-in, within five
 * seconds, so that rotated or revoked keys have effect at once.
 */
import * as client from 'openid-client'
import type { Settings } from '../../../config/settings.ts'
import { throwProblem } from '../../../src/kernel/errors/errors.ts'
import type { Services } from '../../../src/kernel/services.ts'
import { throwUserError } from '../errors.ts'
import type { Policy } from '../rules.ts'
import { hasAskedForTwo } from './methods.ts'

const timeoutSeconds = 5

interface Registered {
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string
  /** Values of `acr` that mean that the provider has asked for a second factor; '' for none. It is asked to use them. */
  readonly acr: string
  /** The page to which the provider sends people back. It comes from a setting, never from the Host header. */
  readonly returnTo: string
}

/** The registered identity provider of the policy; undefined if there are only passwords. */
export function registeredFor(settings: Settings, policy: Policy): Registered | undefined {
  const isOffice = policy === 'office'
  const issuer = isOffice ? settings.oidcOfficeIssuer : settings.oidcPortalIssuer
  if (!issuer) return undefined
  return {
    issuer,
    clientId: isOffice ? settings.oidcOfficeClientId : settings.oidcPortalClientId,
    clientSecret: isOffice ? settings.oidcOfficeClientSecret : settings.oidcPortalClientSecret,
    acr: isOffice ? settings.oidcOfficeAcr : settings.oidcPortalAcr,
    returnTo: new URL('/authorization', isOffice ? settings.adminUrl : settings.portalUrl).href
  }
}

type Log = Services['log']

/** @throws kernel.unavailable if the provider does not answer */
async function configurationOf(
  { issuer, clientId, clientSecret }: Registered,
  log: Log
): Promise<client.Configuration> {
  const server = new URL(issuer)
  const execute = [
    client.enableNonRepudiationChecks,
    ...(server.protocol === 'http:' ? [client.allowInsecureRequests] : [])
  ]
  const authentication = clientSecret ? client.ClientSecretBasic(clientSecret) : client.None()
  try {
    return await client.discovery(server, clientId, undefined, authentication, { execute, timeout: timeoutSeconds })
  } catch (error) {
    log.warn({ err: error }, 'users: the identity provider does not answer')
    return throwProblem('unavailable', { retryAfter: 10 })
  }
}

export interface Begun {
  readonly url: string
  readonly state: string
  readonly nonce: string
  readonly verifier: string
}

/** The URL to which the browser goes to sign in, and the values that its return is checked against. */
export async function beginAt(registered: Registered, log: Log): Promise<Begun> {
  const configuration = await configurationOf(registered, log)
  const [state, nonce, verifier] = [client.randomState(), client.randomNonce(), client.randomPKCECodeVerifier()]
  const url = client.buildAuthorizationUrl(configuration, {
    redirect_uri: registered.returnTo,
    scope: 'openid email profile',
    ...(registered.acr ? { acr_values: registered.acr } : {}),
    code_challenge: await client.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    state,
    nonce
  })
  return { url: url.href, state, nonce, verifier }
}

/** A person at the provider. */
export interface ExternalIdentity {
  readonly issuer: string
  readonly subject: string
  readonly email: string | undefined
  /** Whether the provider has verified that the person owns the e-mail. */
  readonly isEmailVerified: boolean
  /** Whether the provider has asked for a second factor. */
  readonly hasSecondFactor: boolean
  readonly firstName: string | null
  readonly lastName: string | null
}

const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value.trim() ? value.trim() : undefined

/**
 * Exchanges the code for an ID token, and reads the identity in it.
 * @param query the parameters that the provider added to the URL of the return
 * @throws users.externalRefused if anything is invalid; the log says what
 */
export async function identityAt(
  registered: Registered,
  query: Readonly<Record<string, string>>,
  { state, nonce, verifier }: Omit<Begun, 'url'>,
  log: Log
): Promise<ExternalIdentity> {
  const configuration = await configurationOf(registered, log)
  const returned = new URL(registered.returnTo)
  for (const [name, value] of Object.entries(query)) returned.searchParams.set(name, value)
  try {
    const tokens = await client.authorizationCodeGrant(configuration, returned, {
      expectedState: state,
      expectedNonce: nonce,
      pkceCodeVerifier: verifier,
      idTokenExpected: true
    })
    const token = tokens.claims()
    if (!token) return throwUserError('externalRefused')
    const claims =
      token.email === undefined && configuration.serverMetadata().userinfo_endpoint
        ? { ...(await client.fetchUserInfo(configuration, tokens.access_token, token.sub)), ...token }
        : token
    return {
      issuer: token.iss,
      subject: token.sub,
      email: textOf(claims.email),
      isEmailVerified: claims.email_verified === true,
      hasSecondFactor: hasAskedForTwo({ acr: token.acr, amr: token.amr }, registered.acr),
      firstName: textOf(claims.given_name)?.slice(0, 50) ?? null,
      lastName: textOf(claims.family_name)?.slice(0, 50) ?? null
    }
  } catch (error) {
    log.warn({ reason: error instanceof Error ? error.message : 'unknown' }, 'users: an external sign-in was refused')
    return throwUserError('externalRefused')
  }
}
