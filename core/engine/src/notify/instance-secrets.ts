import { createHmac } from 'node:crypto'
import { GatewayError, type Secrets } from '@heliograph/contracts'
import { checkSecret } from '@heliograph/messaging'
import type { SecretBox } from '../accounts/master-keys/secret-box.ts'
import type { Sql } from '../database/database.ts'
import { serviceAnswer } from '../database/service-answer.ts'
import { storableText } from '../database/storable-text.ts'
import type { ChannelSecrets } from './webhooks/channel-secrets.ts'

export interface SecretTools {
  readonly sql: Sql
  readonly box: SecretBox
  /** The secrets of channels, as webhooks are signed with them. */
  readonly channels: ChannelSecrets
}

/** Creates the `Secrets` service. */
export function createSecrets({ sql, box, channels }: SecretTools): Secrets {
  return {
    of: (id) => {
      const instance = storableText(id)
      return {
        async keep(name, text) {
          checkSecret(name, text)
          await serviceAnswer(sql`
            insert into instance_secret (instance, name, sealed)
            values (${instance}, ${storableText(name)}, ${box.seal(text)})
            on conflict (instance, name) do update set sealed = excluded.sealed`)
        },
        async open(name) {
          const [row] = await serviceAnswer(sql<{ sealed: Buffer }[]>`
            select sealed from instance_secret where instance = ${instance} and name = ${storableText(name)}`)
          return row === undefined ? undefined : box.open(row.sealed)
        },
        async forget(name) {
          await serviceAnswer(
            sql`delete from instance_secret where instance = ${instance} and name = ${storableText(name)}`,
          )
        },
      }
    },
    async sign(channelId, octets) {
      const [keys] = await serviceAnswer(channels.of([{ channelId, kind: 'dlr' }]))
      if (!keys) throw new GatewayError('not-found', 'channel-not-found', `There is no channel ${channelId}`)
      const signed = (key: string) => createHmac('sha256', key).update(octets).digest()
      const [first, ...others] = keys
      return [signed(first), ...others.map(signed)]
    },
  }
}
