/**
 * The value of `X-Signature` for a body and a secret. Undefined: the secret is empty, or this browser cannot compute
 * it, because the page was not loaded over https.
 */
export async function signatureOf(secret: string, body: string): Promise<string | undefined> {
  const { subtle } = globalThis.crypto as Partial<Crypto>
  if (subtle === undefined || secret === '') return undefined
  const octets = new TextEncoder()
  const algorithm = { name: 'HMAC', hash: 'SHA-256' }
  const key = await subtle.importKey('raw', octets.encode(secret), algorithm, false, ['sign'])
  const signature = new Uint8Array(await subtle.sign('HMAC', key, octets.encode(body)))
  return `sha256=${[...signature].map((octet) => octet.toString(16).padStart(2, '0')).join('')}`
}
