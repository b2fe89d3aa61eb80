import { createHash } from 'node:crypto'

/** Tells deployments apart without giving away the salt. */
export function deploymentFingerprint(salt: Uint8Array): string {
  return createHash('sha256').update(salt).digest('hex').slice(0, 16)
}
