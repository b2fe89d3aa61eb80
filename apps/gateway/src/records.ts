import type { Provisioning } from '@heliograph/engine'

export type ClientRecord = Awaited<ReturnType<Provisioning['setClient']>>
export type ChannelRecord = Awaited<ReturnType<Provisioning['setChannel']>>
