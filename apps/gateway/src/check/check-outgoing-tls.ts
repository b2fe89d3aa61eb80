import { systemClock } from '@heliograph/contracts'
import type { PlannedInstance } from '@heliograph/runtime'
import { checkCertificate } from './check-certificate.ts'
import { type Finding, good } from './finding.ts'

/**
 * Says until when the certificates that instances show to servers are valid. Whether they fit their keys has been
 * checked while the configuration was read.
 */
export function checkOutgoingTls(plan: readonly Pick<PlannedInstance, 'id' | 'outgoingTls'>[]): readonly Finding[] {
  return plan.flatMap(({ id, outgoingTls }) => {
    if (outgoingTls === undefined) return []
    const subject = `outgoing TLS of ${id}`
    const { cert, ca } = outgoingTls
    const shown =
      cert === undefined
        ? []
        : [good(subject, 'certificate and key fit'), checkCertificate(subject, cert, systemClock.now())]
    return [...shown, ...(ca === undefined ? [] : [checkCertificate(`${subject}, authority`, ca, systemClock.now())])]
  })
}
