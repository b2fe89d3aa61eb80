import type { ConfigurationProblem } from '@heliograph/config'
import type { OutboundTls } from '@heliograph/http'
import type { InstanceConfiguration } from '../config/instance-configuration.ts'
import { describeMisfit } from '../config/tls-misfit.ts'

/** The entry of an instance, or what stands for one. */
type TlsEntry = Pick<InstanceConfiguration, 'readOutgoingTls' | 'problem'>

/** The TLS of an instance for what it calls, as it is configured now. */
export interface OutgoingTls {
  readonly outgoingTls: OutboundTls | undefined
  /** Paths of the files that it comes from. */
  readonly files: readonly string[]
  readonly problems: readonly ConfigurationProblem[]
}

/** Reads the TLS of an instance and makes sure that it can be used. */
export function readOutgoingTls(entry: TlsEntry): OutgoingTls {
  const result = entry.readOutgoingTls()
  if (result === undefined) return { outgoingTls: undefined, files: [], problems: [] }
  const { value, files, problems } = result
  const outgoingTls = value as OutboundTls
  return { outgoingTls, files, problems: problems.length > 0 ? problems : findMisfit(entry, outgoingTls) }
}

function findMisfit(entry: TlsEntry, tls: OutboundTls): readonly ConfigurationProblem[] {
  const misfit = describeMisfit(tls)
  return misfit === undefined ? [] : [entry.problem('outgoingTls', misfit.message, misfit.remedy)]
}
