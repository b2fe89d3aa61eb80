import type { Logger } from '@heliograph/contracts'

/** Fields that are accepted, so that programs need no change, but have no effect; each with what happens instead. */
export const NOT_SERVED = {
  tracking: 'Links stay as they are; clicks are not counted.',
  conversionTracking: 'Nothing is counted.',
  regional: 'Registrations of a country are not passed to networks.',
  networkId: 'Routes are the choice of the gateway.',
} as const

export type NotServedField = keyof typeof NOT_SERVED

/** Notes fields of requests that have no effect. */
export type NotServedLog = (field: NotServedField) => void

/** Creates a log in which each field is named once, the first time that a client uses it. */
export function createNotServedLog(logger: Logger): NotServedLog {
  const named = new Set<NotServedField>()
  return (field) => {
    if (named.has(field)) return
    named.add(field)
    logger.warn({ field, instead: NOT_SERVED[field] }, 'a request field is not supported')
  }
}
