import { useMutation } from '@tanstack/react-query'
import { answerOf, api, queries, type Schemas, useReload } from '../../api/client.ts'

type Channel = Schemas['Channel']

/** One of the keys that sign the webhooks of a channel. */
export type SecretName = keyof Channel['secrets']

const CHANNEL = ['get', '/channels/{channelId}'] as const

export function useChannel(channelId: number) {
  return queries.useQuery('get', '/channels/{channelId}', { params: { path: { channelId } } })
}

/** Saves a change; other places that show the channel are updated. */
export function useSaveChannel(channelId: number) {
  const reload = useReload(['get', '/channels'], CHANNEL)
  return async (change: Schemas['ChannelChange']): Promise<Channel> => {
    const saved = await answerOf(api.PATCH('/channels/{channelId}', { params: { path: { channelId } }, body: change }))
    await reload()
    return saved
  }
}

/** Undefined: a new one is generated, and shown. Null: the channel no longer has one of its own. */
export function useReplaceSecret(channelId: number, secret: SecretName, overlapHours: number) {
  const path = { channelId }
  return useMutation({
    async mutationFn(wanted: string | null | undefined): Promise<{ readonly made: string | null }> {
      if (secret === 'securityKey') {
        const params = { path }
        const answer = answerOf(api.POST('/channels/{channelId}/security-key', { params, body: { overlapHours } }))
        return { made: (await answer).securityKey }
      }
      const kind = secret === 'optOut' ? ('opt-out' as const) : ('opt-in' as const)
      const body = { overlapHours, ...(wanted === undefined ? {} : { secret: wanted }) }
      const params = { path: { ...path, kind } }
      const answer = await answerOf(api.PUT('/channels/{channelId}/secrets/{kind}', { params, body }))
      return { made: wanted === undefined ? answer.secret : null }
    },
    onSuccess: useReload(CHANNEL),
  })
}

/** Sends a sample to the URL that the channel has for this kind. */
export function testWebhook(channelId: number, kind: Schemas['WebhookKind']) {
  const params = { path: { channelId } }
  return answerOf(api.POST('/channels/{channelId}/webhook-test', { params, body: { kind } }))
}

/** Sends a sample to the address that the channel forwards to. */
export function testMail(channelId: number) {
  return answerOf(api.POST('/channels/{channelId}/mail-test', { params: { path: { channelId } } }))
}

/** The numbers that the client may send as. */
export function useOutgoingNumbers(options: { readonly enabled: boolean }) {
  return queries.useQuery('get', '/outgoing-numbers', {}, options)
}
