import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'

/** Flags of authenticator data (WebAuthn Level 2 section 6.1). */
const PRESENT = 0x01
const VERIFIED = 0x04
const ATTESTED = 0x40

/** What a ceremony does otherwise than a browser and an authenticator that follow the rules. */
export interface Misbehaviour {
  readonly origin?: string
  readonly rpId?: string
  readonly challenge?: string
  readonly type?: string
  readonly crossOrigin?: boolean
  readonly isPresent?: boolean
  readonly isVerified?: boolean
  readonly counter?: number
  readonly userHandle?: string | undefined
  /** Changes the signature. */
  readonly isForged?: boolean
  /** Of the attestation. `packed` is signed by the passkey itself. */
  readonly format?: string
  /** Sends a certificate of its maker with the attestation. */
  readonly hasCertificate?: boolean
  /** Instead of ES256. */
  readonly algorithm?: number
}

/** The options of a ceremony, as far as they are looked at. */
export interface CeremonyOptions {
  readonly challenge: string
  readonly rp?: { readonly id: string }
  readonly rpId?: string
  readonly user?: { readonly id: string }
}

/** An authenticator with one passkey, ES256, and the browser in front of it. */
export class SoftwareAuthenticator {
  readonly credentialId = randomBytes(32)
  readonly #keys = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  readonly #origin: string
  #userHandle: string | undefined
  counter = 0

  constructor(origin: string) {
    this.#origin = origin
  }

  /** What `navigator.credentials.create` resolves with, as JSON. */
  create(options: CeremonyOptions, wrong: Misbehaviour = {}) {
    this.#userHandle = options.user?.id
    const { algorithm = -7, format = 'none' } = wrong
    const clientData = this.#clientData('webauthn.create', options.challenge, wrong)
    const length = Buffer.from([this.credentialId.length >> 8, this.credentialId.length & 0xff])
    const attested = Buffer.concat([Buffer.alloc(16), length, this.credentialId, this.#publicKey(algorithm)])
    const data = this.#authenticatorData(options.rp?.id ?? '', ATTESTED, attested, wrong)
    const statement = format === 'packed' ? this.#statement(data, clientData, wrong) : cborMap([])
    const attestation = cborMap([
      [cborText('fmt'), cborText(format)],
      [cborText('attStmt'), statement],
      [cborText('authData'), cborBytes(data)],
    ])
    return this.#credential({ clientDataJSON: base64url(clientData), attestationObject: base64url(attestation) })
  }

  /** What `navigator.credentials.get` resolves with, as JSON. Counts, unless the authenticator does not. */
  get(options: CeremonyOptions, wrong: Misbehaviour = {}) {
    if (this.counter > 0) this.counter += 1
    const clientData = this.#clientData('webauthn.get', options.challenge, wrong)
    const data = this.#authenticatorData(options.rpId ?? '', 0, Buffer.alloc(0), wrong)
    const signature = this.#sign(data, clientData, wrong)
    return this.#credential({
      clientDataJSON: base64url(clientData),
      authenticatorData: base64url(data),
      signature: base64url(signature),
      userHandle: 'userHandle' in wrong ? wrong.userHandle : this.#userHandle,
    })
  }

  #sign(data: Buffer, clientData: Buffer, { isForged = false }: Misbehaviour): Buffer {
    const signed = Buffer.concat([data, createHash('sha256').update(clientData).digest()])
    return sign('sha256', isForged ? Buffer.concat([signed, signed]) : signed, this.#keys.privateKey)
  }

  /** Of the attestation `packed` (WebAuthn Level 2 section 8.2). */
  #statement(data: Buffer, clientData: Buffer, wrong: Misbehaviour): Buffer {
    const certificates = cborArray([cborBytes(Buffer.from('a certificate'))])
    return cborMap([
      [cborText('alg'), cborInteger(-7)],
      [cborText('sig'), cborBytes(this.#sign(data, clientData, wrong))],
      ...(wrong.hasCertificate === true ? [[cborText('x5c'), certificates] as const] : []),
    ])
  }

  #clientData(type: string, challenge: string, wrong: Misbehaviour): Buffer {
    const { origin = this.#origin, crossOrigin = false } = wrong
    return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin, ...pick(wrong) }))
  }

  #authenticatorData(rpId: string, flags: number, attested: Buffer, wrong: Misbehaviour): Buffer {
    const { isPresent = true, isVerified = true, counter = this.counter } = wrong
    const counted = Buffer.alloc(4)
    counted.writeUInt32BE(counter)
    const all = flags | (isPresent ? PRESENT : 0) | (isVerified ? VERIFIED : 0)
    const hash = createHash('sha256')
      .update(wrong.rpId ?? rpId)
      .digest()
    return Buffer.concat([hash, Buffer.from([all]), counted, attested])
  }

  /** COSE (RFC 9053 section 7.1). */
  #publicKey(algorithm: number): Buffer {
    const { x = '', y = '' } = this.#keys.publicKey.export({ format: 'jwk' })
    return cborMap([
      [cborInteger(1), cborInteger(2)],
      [cborInteger(3), cborInteger(algorithm)],
      [cborInteger(-1), cborInteger(1)],
      [cborInteger(-2), cborBytes(Buffer.from(x, 'base64url'))],
      [cborInteger(-3), cborBytes(Buffer.from(y, 'base64url'))],
    ])
  }

  #credential<T>(response: T) {
    const id = base64url(this.credentialId)
    return { id, rawId: id, type: 'public-key' as const, clientExtensionResults: {}, response }
  }
}

function pick({ challenge, type }: Misbehaviour) {
  return { ...(challenge === undefined ? {} : { challenge }), ...(type === undefined ? {} : { type }) }
}

function base64url(octets: Buffer): string {
  return octets.toString('base64url')
}

/** The head of a CBOR item (RFC 8949 section 3), of lengths and numbers below 65,536. */
function cborHead(major: number, value: number): Buffer {
  if (value < 24) return Buffer.from([(major << 5) | value])
  if (value < 256) return Buffer.from([(major << 5) | 24, value])
  return Buffer.from([(major << 5) | 25, value >> 8, value & 0xff])
}

function cborInteger(value: number): Buffer {
  return value < 0 ? cborHead(1, -1 - value) : cborHead(0, value)
}

function cborBytes(octets: Buffer): Buffer {
  return Buffer.concat([cborHead(2, octets.length), octets])
}

function cborText(text: string): Buffer {
  return Buffer.concat([cborHead(3, Buffer.byteLength(text)), Buffer.from(text)])
}

function cborArray(items: readonly Buffer[]): Buffer {
  return Buffer.concat([cborHead(4, items.length), ...items])
}

function cborMap(entries: readonly (readonly [Buffer, Buffer])[]): Buffer {
  return Buffer.concat([cborHead(5, entries.length), ...entries.flat()])
}
