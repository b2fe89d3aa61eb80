import { type Clock, GatewayError, type HttpClient } from '@heliograph/contracts'
import * as oauth from 'oauth4webapi'
import { isOnThisMachine, type ProviderConfig } from './provider-config.ts'
import { fetchOver } from './provider-http.ts'

/** A provider changes where its endpoints are about never; its keys are looked up by the library when they change. */
const DESCRIBED_MS = 3_600_000

/** What the gateway keeps between sending a browser to the provider and its return. */
export interface ProviderSecrets {
  readonly nonce: string
  readonly verifier: string
}

/** A browser on its way to the provider. */
export interface ProviderDeparture extends ProviderSecrets {
  readonly url: string
  readonly state: string
}

/** Who the provider says it was. */
export interface ProviderUser {
  /** The address that it has verified. */
  readonly email: string
  /** The values of the claim that the configuration maps; none without such a mapping. */
  readonly values: readonly string[]
}

/**
 * Logins by an identity provider: the authorization code flow of OpenID Connect with PKCE, state and nonce. Calls
 * throw `unavailable`/`provider-away` when the provider does not answer as it should.
 */
export interface Provider {
  readonly config: ProviderConfig
  begin(): Promise<ProviderDeparture>
  /**
   * The user, from the parameters with which the browser came back. Throws
   * `unauthenticated`/`provider-refused` when the provider refused, or anything is not as this login began.
   */
  finish(parameters: URLSearchParams, state: string, secrets: ProviderSecrets): Promise<ProviderUser>
}

export interface ProviderOptions {
  readonly config: ProviderConfig
  readonly http: HttpClient
  readonly clock: Clock
  /** Where the provider sends browsers back to. */
  readonly redirectUri: () => string
}

export function createProvider({ config, http, clock, redirectUri }: ProviderOptions): Provider {
  const issuer = new URL(config.issuer)
  const client: oauth.Client = { client_id: config.clientId }
  const credentials = oauth.ClientSecretBasic(config.clientSecret)
  const over = {
    [oauth.customFetch]: fetchOver(http),
    [oauth.allowInsecureRequests]: isOnThisMachine(config),
  }
  let described: { readonly at: number; readonly server: Promise<oauth.AuthorizationServer> } | undefined

  /** A description that cannot be had is asked for again by the next login. */
  function describe(): Promise<oauth.AuthorizationServer> {
    if (described !== undefined && clock.now() - described.at < DESCRIBED_MS) return described.server
    const server = load()
    described = { at: clock.now(), server }
    server.catch(() => {
      described = undefined
    })
    return server
  }

  async function load(): Promise<oauth.AuthorizationServer> {
    try {
      const reply = await oauth.discoveryRequest(issuer, { algorithm: 'oidc', ...over })
      return await oauth.processDiscoveryResponse(issuer, reply)
    } catch (error) {
      throw providerAway(error)
    }
  }

  /** Exchanges the code for the claims of the ID token, whose signature is checked by the provider's keys. */
  async function redeem(server: oauth.AuthorizationServer, parameters: URLSearchParams, secrets: ProviderSecrets) {
    const reply = await oauth.authorizationCodeGrantRequest(
      ...([server, client, credentials, parameters, redirectUri(), secrets.verifier, over] as const),
    )
    const tokens = await oauth.processAuthorizationCodeResponse(server, client, reply, {
      expectedNonce: secrets.nonce,
      requireIdToken: true,
    })
    await oauth.validateApplicationLevelSignature(server, reply, over)
    return { claims: oauth.getValidatedIdTokenClaims(tokens) as oauth.IDToken, accessToken: tokens.access_token }
  }

  /** Most providers tell the address only where they are asked for it. */
  async function askForUser(server: oauth.AuthorizationServer, accessToken: string, subject: string) {
    const reply = await oauth.userInfoRequest(server, client, accessToken, over)
    return oauth.processUserInfoResponse(server, client, subject, reply)
  }

  return {
    config,
    async begin() {
      const server = await describe()
      if (server.authorization_endpoint === undefined) throw providerAway('it names no authorization endpoint')
      const verifier = oauth.generateRandomCodeVerifier()
      const state = oauth.generateRandomState()
      const nonce = oauth.generateRandomNonce()
      const url = new URL(server.authorization_endpoint)
      const parameters = {
        client_id: config.clientId,
        redirect_uri: redirectUri(),
        response_type: 'code',
        scope: ['openid email', config.mapping?.scope].filter((scope) => scope !== undefined).join(' '),
        state,
        nonce,
        code_challenge_method: 'S256',
        code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
      }
      for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value)
      return { url: url.href, state, nonce, verifier }
    },
    async finish(parameters, state, secrets) {
      const server = await describe()
      try {
        const answer = oauth.validateAuthResponse(server, client, parameters, state)
        const { claims, accessToken } = await redeem(server, answer, secrets)
        const isReported = [claims.email, config.mapping === undefined || claims[config.mapping.claim]].every(
          (claim) => claim !== undefined,
        )
        const known = isReported ? claims : { ...claims, ...(await askForUser(server, accessToken, claims.sub)) }
        return { email: verifiedAddress(known), values: valuesOf(known, config.mapping?.claim) }
      } catch (error) {
        throw toProviderError(error)
      }
    },
  }
}

function valuesOf(claims: Record<string, unknown>, claim: string | undefined): readonly string[] {
  if (claim === undefined) return []
  return [claims[claim]].flat().filter((value) => typeof value === 'string')
}

/** Unverified addresses are what anyone may have typed in there. */
function verifiedAddress({ email, email_verified: isVerified }: Record<string, unknown>): string {
  if (typeof email === 'string' && isVerified === true) return email
  throw refused('The identity provider has not verified your e-mail address')
}

function toProviderError(error: unknown): GatewayError {
  if (error instanceof GatewayError) return error
  const isItsAnswer =
    error instanceof oauth.AuthorizationResponseError ||
    error instanceof oauth.ResponseBodyError ||
    error instanceof oauth.WWWAuthenticateChallengeError ||
    error instanceof oauth.OperationProcessingError
  return isItsAnswer ? refused('The identity provider did not log you in', error) : providerAway(error)
}

function refused(text: string, cause?: unknown): GatewayError {
  return new GatewayError('unauthenticated', 'provider-refused', text, { cause })
}

function providerAway(cause: unknown): GatewayError {
  return new GatewayError('unavailable', 'provider-away', 'The identity provider does not respond', { cause })
}
