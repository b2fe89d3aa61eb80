import { createAddressList } from '@heliograph/messaging'
import type { EmailConfig } from './config.ts'

/** Finds the API key for mail of a sender from an address; undefined where the pair is not on the list. */
export type FindSenderKey = (sender: string, remoteAddress: string) => string | undefined

/** Throws an `Error` that names the first invalid network. */
export function createSenders(senders: EmailConfig['senders']): FindSenderKey {
  const entries = senders.map(({ address, apiKey, networks }) => ({
    address: address.toLowerCase(),
    apiKey,
    isFrom: createAddressList(networks),
  }))
  return (sender, remoteAddress) => {
    const address = sender.toLowerCase()
    const fits = (entry: string) => (entry.startsWith('@') ? address.endsWith(entry) : address === entry)
    return entries.find((entry) => fits(entry.address) && entry.isFrom(remoteAddress))?.apiKey
  }
}
