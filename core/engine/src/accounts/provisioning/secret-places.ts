import type { SharedSecretChange } from '@heliograph/contracts'
import type { Queryable } from '../../database/database.ts'

/** The columns of a secret of a channel. */
export interface Place {
  readonly secret: string
  /** The secret that signed before the change. */
  readonly previous: string
  readonly until: string
}

export const SECURITY_KEY: Place = {
  secret: 'security_key',
  previous: 'previous_security_key',
  until: 'previous_security_key_until',
}
export const SHARED_SECRETS: Readonly<Record<SharedSecretChange['kind'], Place>> = {
  'opt-out': { secret: 'optout_secret', previous: 'previous_optout_secret', until: 'previous_optout_secret_until' },
  'opt-in': { secret: 'optin_secret', previous: 'previous_optin_secret', until: 'previous_optin_secret_until' },
}

/** The state of the secrets for `ChannelRecord`, as JSON with times in milliseconds. */
export function secretStates(sql: Queryable) {
  const state = ({ secret, until }: Place) => sql`
    json_build_object(
      'isSet', ${sql(secret)} is not null,
      'previousUntil', case when ${sql(until)} > now() then round(extract(epoch from ${sql(until)}) * 1000) end
    )`
  return sql`json_build_object(
    'securityKey', ${state(SECURITY_KEY)}, 'optOut', ${state(SHARED_SECRETS['opt-out'])}, 'optIn', ${state(SHARED_SECRETS['opt-in'])}
  )`
}
