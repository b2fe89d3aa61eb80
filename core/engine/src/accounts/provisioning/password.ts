import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto'

/** Strength of new hashes: OWASP's scrypt recommendation with 32 MiB (N = 2^15, r = 8, p = 3). */
const STRENGTH: Strength = { logN: 15, r: 8, p: 3 }
const SALT_OCTETS = 16
const HASH_OCTETS = 32

interface Strength {
  readonly logN: number
  readonly r: number
  readonly p: number
}

/** Hashes a password with scrypt into one line, in the PHC string format: `$scrypt$ln=15,r=8,p=3$<salt>$<hash>`. */
export async function hashPassword(password: string, strength: Strength = STRENGTH): Promise<string> {
  const salt = randomBytes(SALT_OCTETS)
  const hash = await derive(password, salt, HASH_OCTETS, strength)
  return `$scrypt$ln=${strength.logN},r=${strength.r},p=${strength.p}$${toBase64(salt)}$${toBase64(hash)}`
}

const STORED = /^\$scrypt\$ln=(\d{1,2}),r=(\d{1,2}),p=(\d{1,2})\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/

/**
 * Whether a password is the one behind a stored hash. False if the stored text is not a hash of this form. The
 * comparison takes constant time.
 */
export async function verifyPassword(password: string, stored: string): Promise<boolean> {
  const match = STORED.exec(stored)
  if (match === null) return false
  const [, logN, r, p, salt, expected] = match as unknown as [string, string, string, string, string, string]
  const strength = { logN: Number(logN), r: Number(r), p: Number(p) }
  const hash = Buffer.from(expected, 'base64')
  // A damaged or forged row must not make the process allocate gigabytes.
  if (strength.logN < 1 || strength.logN > 20 || strength.r < 1 || strength.p < 1 || hash.length < 16) return false
  return timingSafeEqual(await derive(password, Buffer.from(salt, 'base64'), hash.length, strength), hash)
}

/** Passwords that look the same must be the same however a keyboard composes them, hence NFKC. */
function derive(password: string, salt: Buffer, octets: number, { logN, r, p }: Strength): Promise<Buffer> {
  const options: ScryptOptions = { N: 2 ** logN, r, p, maxmem: 128 * r * (2 ** logN + p + 2) + 1024 }
  return new Promise((resolve, reject) => {
    scrypt(password.normalize('NFKC'), salt, octets, options, (error, key) => (error ? reject(error) : resolve(key)))
  })
}

function toBase64(octets: Buffer): string {
  return octets.toString('base64').replace(/(?<!=)=+$/, '')
}
