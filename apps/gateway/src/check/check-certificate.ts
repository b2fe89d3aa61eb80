import { certificateEnd } from '@heliograph/runtime'
import { type Finding, good, warn } from './finding.ts'

const DAY_MS = 86_400_000

/** Renewed certificates are there a month before; who renews by hand has the time to do so. */
const WARN_DAYS = 14

/** Says until when a certificate is good, and warns when that is soon. `pem`: the certificate with its chain. */
export function checkCertificate(subject: string, pem: string, now: number): Finding {
  const end = certificateEnd(pem)
  if (end === undefined) return warn(subject, 'It holds no certificate that can be read.', 'Check the PEM file.')
  const days = Math.floor((end - now) / DAY_MS)
  const date = new Date(end).toISOString().slice(0, 10)
  if (days >= WARN_DAYS) return good(subject, `good until ${date}`)
  const remedy = 'Renew it. A running gateway notices changed files; heliograph reload has it read them at once.'
  if (end <= now) return warn(subject, `It ended on ${date}: clients that check it do not connect.`, remedy)
  return warn(subject, `It ends in ${days === 1 ? '1 day' : `${days} days`}, on ${date}.`, remedy)
}
