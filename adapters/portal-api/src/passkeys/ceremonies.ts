import {
  type Clock,
  GatewayError,
  type InstanceState,
  type Logger,
  type PasskeyKey,
  type Principal,
} from '@heliograph/contracts'
import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/server'
import { CHALLENGE_MS, createChallenges } from './challenges.ts'
import { readClientData } from './client-data.ts'
import { type PasskeySite, passkeySiteOf } from './passkey-site.ts'

/** ES256 and RS256 (COSE): what every authenticator in use has one of. */
const ALGORITHMS = [-7, -257]

/** The longest credential id of an authenticator, in octets. */
const LONGEST_ID = 1_023

/**
 * Passkeys as browsers make them and sign with them (WebAuthn Level 2 section 7), bound to the host of the public URL.
 * Each has to verify its owner, by finger, face or PIN, so that a login by it is one with two factors. `owner` is who
 * began, as which alone it can be finished. To begin throws `conflict`/`no-passkeys` where the public URL has no host
 * that passkeys could be bound to.
 */
export interface Ceremonies {
  /** The only address whose pages can use passkeys; null: none. */
  readonly origin: () => string | null
  /** What the browser needs to make a passkey for a user who has these. */
  beginToAdd(
    owner: string,
    user: Principal,
    known: readonly { readonly credentialId: string }[],
  ): Promise<PublicKeyCredentialCreationOptionsJSON>
  /** The passkey that was made; undefined unless all of it is right. */
  finishToAdd(owner: string, response: RegistrationResponseJSON): Promise<PasskeyKey | undefined>
  /** What the browser needs to log in by any passkey that it has for this host. */
  beginToLogIn(owner: string): Promise<PublicKeyCredentialRequestOptionsJSON>
  /** The counter of a signature by this passkey; undefined unless all of it is right. The counter is not judged. */
  finishToLogIn(
    owner: string,
    key: PasskeyKey & { readonly userId: number },
    response: AuthenticationResponseJSON,
  ): Promise<number | undefined>
}

export interface CeremoniesOptions {
  readonly state: InstanceState
  readonly clock: Clock
  readonly logger: Logger
  readonly publicUrl: () => string
  /** The name of the product in the browser's dialog. */
  readonly product: string
}

export function createCeremonies({ state, clock, logger, publicUrl, product }: CeremoniesOptions): Ceremonies {
  const challenges = createChallenges(state, clock)

  function requireSite(): PasskeySite {
    const site = passkeySiteOf(publicUrl())
    if (site !== undefined) return site
    throw new GatewayError('conflict', 'no-passkeys', 'Passkeys need a public URL with a host name, over https')
  }

  /**
   * What both kinds of answer are verified against; undefined: nothing further is looked at. The challenge is used
   * up, by a wrong answer too.
   */
  async function expected(owner: string, clientDataJSON: string) {
    const site = passkeySiteOf(publicUrl())
    const client = readClientData(clientDataJSON)
    if (site === undefined || client === undefined) return refused('there is nothing to check it against')
    const isAsked = await challenges.take(client.challenge, owner)
    if (!isAsked) return refused('its challenge is unknown, over, used or of another browser')
    if (client.isFramed) return refused('its page was in a frame of another site')
    const { rpID: expectedRPID, origin: expectedOrigin } = site
    return { expectedChallenge: client.challenge, expectedOrigin, expectedRPID, requireUserVerification: true }
  }

  /** The library throws for most of what is wrong. */
  async function verified<T>(verify: () => Promise<T>): Promise<T | undefined> {
    try {
      return await verify()
    } catch (error) {
      return refused(error instanceof Error ? error.message : String(error))
    }
  }

  function refused(reason: string): undefined {
    logger.info({ reason }, 'a passkey was refused')
    return undefined
  }

  return {
    origin: () => passkeySiteOf(publicUrl())?.origin ?? null,
    async beginToAdd(owner, { userId, email }, known) {
      const { rpID } = requireSite()
      const { generateRegistrationOptions } = await library()
      const options = await generateRegistrationOptions({
        rpID,
        rpName: product,
        userName: email,
        userDisplayName: email,
        timeout: CHALLENGE_MS,
        userID: Uint8Array.from(Buffer.from(handleOf(userId))),
        attestationType: 'none',
        excludeCredentials: known.map(({ credentialId: id }) => ({ id })),
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
        supportedAlgorithmIDs: ALGORITHMS,
      })
      await challenges.keep(options.challenge, owner)
      return options
    },
    async finishToAdd(owner, response) {
      const against = await expected(owner, response.response.clientDataJSON)
      if (against === undefined) return undefined
      const { verifyRegistrationResponse } = await library()
      const result = await verified(async () => {
        await requireNoCertificates(response.response.attestationObject)
        return verifyRegistrationResponse({ response, ...against, supportedAlgorithmIDs: ALGORITHMS })
      })
      if (result === undefined) return undefined
      if (!result.verified) return refused('its attestation does not fit')
      const { id: credentialId, publicKey, counter } = result.registrationInfo.credential
      const length = Buffer.byteLength(credentialId, 'base64url')
      if (length === 0 || length > LONGEST_ID) return refused('its id has no possible length')
      return { credentialId, publicKey, counter }
    },
    async beginToLogIn(owner) {
      const { rpID } = requireSite()
      const { generateAuthenticationOptions } = await library()
      const given = { rpID, timeout: CHALLENGE_MS, userVerification: 'required' } as const
      const options = await generateAuthenticationOptions(given)
      await challenges.keep(options.challenge, owner)
      return options
    },
    async finishToLogIn(owner, { credentialId, publicKey, userId }, response) {
      const against = await expected(owner, response.response.clientDataJSON)
      if (against === undefined) return undefined
      // The browser was given no user, so the authenticator has to name the one that it made the passkey for.
      if (response.response.userHandle !== Buffer.from(handleOf(userId)).toString('base64url'))
        return refused('it was made for another user')
      const { verifyAuthenticationResponse } = await library()
      const result = await verified(() =>
        verifyAuthenticationResponse({
          response,
          ...against,
          // The counter is judged where it is stored: here, several nodes could find the same one new at once.
          credential: { id: credentialId, publicKey: Uint8Array.from(publicKey), counter: 0 },
        }),
      )
      if (result === undefined) return undefined
      return result.verified ? result.authenticationInfo.newCounter : refused('its signature does not fit')
    },
  }
}

/** The same for each passkey of a user, so that an authenticator keeps one for it. It says nothing to others. */
function handleOf(userId: number): string {
  return `user ${userId}`
}

/** Loaded when the first passkey is used: it brings readers of certificates. */
function library() {
  return import('@simplewebauthn/server')
}

/**
 * Who made an authenticator is not asked for, so no browser sends certificates. Any that came would be fetched lists of
 * revoked ones for, from wherever they say.
 */
async function requireNoCertificates(attestationObject: string): Promise<void> {
  const { decodeAttestationObject } = await import('@simplewebauthn/server/helpers')
  const attestation = decodeAttestationObject(Uint8Array.from(Buffer.from(attestationObject, 'base64url')))
  const format = attestation.get('fmt')
  const isPlain = format === 'none' || (format === 'packed' && attestation.get('attStmt').get('x5c') === undefined)
  if (!isPlain) throw new Error(`an attestation was not asked for: ${format}`)
}
