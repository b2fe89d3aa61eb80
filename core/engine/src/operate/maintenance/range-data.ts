import type { EngineSettings } from '../../settings.ts'

/** The settings of `retention` for data that lies in ranges of ids. */
export type KeptRanges = Pick<EngineSettings['retention'], 'days' | 'incomingDays' | 'webhookDays'>

/** A kind of data that lies in ranges of ids and goes range by range. */
export interface RangeData {
  readonly name: 'messages' | 'incoming' | 'webhooks' | 'words'
  /** In the order in which they go. */
  readonly tables: readonly [string, ...string[]]
  days(kept: KeptRanges): number
}

/** Messages before their states: without its state a message would look as if it had never been sent. */
export const MESSAGES: RangeData = {
  name: 'messages',
  tables: [
    ...(['message', 'message_alias', 'message_history', 'message_state'] as const),
    ...(['message_text', 'submission', 'webhook_message'] as const),
  ],
  days: ({ days }) => days,
}

export const INCOMING: RangeData = {
  name: 'incoming',
  tables: ['incoming_message'],
  days: ({ days, incomingDays = days }) => incomingDays,
}

const WEBHOOKS: RangeData = {
  name: 'webhooks',
  tables: ['webhook', 'webhook_attempt'],
  days: ({ days, webhookDays = days }) => webhookDays,
}

/** As long as texts that have them. */
const WORDS: RangeData = {
  name: 'words',
  tables: ['word_block'],
  days: ({ days, incomingDays = days }) => Math.max(days, incomingDays),
}

export const RANGE_DATA: readonly RangeData[] = [MESSAGES, INCOMING, WEBHOOKS, WORDS]
