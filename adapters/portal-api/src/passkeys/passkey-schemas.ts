import { Type } from 'typebox'

/** Base64url, as browsers write octets. */
const octets = (maxLength: number) => Type.String({ maxLength, pattern: '^[A-Za-z0-9_-]*$' })

const credential = {
  id: octets(1_364),
  rawId: octets(1_364),
  type: Type.Literal('public-key'),
  clientExtensionResults: Type.Record(Type.String(), Type.Unknown()),
}

/** What a browser made: `RegistrationResponseJSON` of WebAuthn. */
export const registrationSchema = Type.Object(
  { ...credential, response: Type.Object({ clientDataJSON: octets(4_000), attestationObject: octets(20_000) }) },
  { title: 'PasskeyRegistration' },
)

/** What a browser signed: `AuthenticationResponseJSON` of WebAuthn. */
export const assertionSchema = Type.Object(
  {
    ...credential,
    response: Type.Object({
      clientDataJSON: octets(2_000),
      authenticatorData: octets(1_000),
      signature: octets(1_000),
      userHandle: Type.Optional(octets(100)),
    }),
  },
  { title: 'PasskeyAssertion' },
)

/** What a browser is asked for. */
export const optionsSchema = Type.Object(
  {
    options: Type.Record(Type.String(), Type.Unknown(), {
      description: 'Options for `navigator.credentials`, as JSON.',
    }),
  },
  { title: 'PasskeyOptions' },
)
