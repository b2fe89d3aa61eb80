import { Type } from 'typebox'
import { defineEndpoint } from '../../endpoint.ts'
import { nullable } from '../../schemas.ts'
import { channelChangeSchema, channelParams, channelSchema, formatChannel } from './channel-schemas.ts'
import { findChannel } from './find-channel.ts'

const KEEPERS = ['operator', 'admin'] as const

const listChannels = defineEndpoint({
  method: 'GET',
  path: '/channels',
  id: 'listChannels',
  summary: 'List channels with their settings',
  roles: KEEPERS,
  answer: Type.Object({ records: Type.Array(channelSchema), next: nullable(Type.Integer()) }, { title: 'ChannelList' }),
  async handle({ services }, { principal }) {
    const channels = await services.accounts.channels(principal, principal.clientId)
    return { records: channels.map(formatChannel), next: null }
  },
})

const getChannel = defineEndpoint({
  method: 'GET',
  path: '/channels/:channelId',
  id: 'getChannel',
  summary: 'Get a channel',
  roles: KEEPERS,
  params: channelParams,
  answer: channelSchema,
  errors: ['invalid', 'not-found'],
  async handle(context, { principal, params }) {
    return formatChannel(await findChannel(context, principal, params.channelId))
  },
})

const changeChannel = defineEndpoint({
  method: 'PATCH',
  path: '/channels/:channelId',
  id: 'changeChannel',
  summary: 'Update channel settings',
  roles: KEEPERS,
  params: channelParams,
  body: channelChangeSchema,
  answer: channelSchema,
  errors: ['not-found'],
  async handle(context, { principal, params, body }) {
    const { channelId } = await findChannel(context, principal, params.channelId)
    return formatChannel(await context.services.accounts.setChannel(principal, { ...body, channelId }))
  },
})

export const channelEndpoints = [listChannels, getChannel, changeChannel]
