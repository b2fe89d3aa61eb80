import type { Channel, ChannelSettings, Channels, MailMessage, SmsReceived } from '@heliograph/contracts'
import { headerLine } from '@heliograph/wire'

/** The mail that forwards an SMS, where the channel that received it has a forward address. */
export function createForwarding(channels: Pick<Channels, 'find'>) {
  return async (sms: SmsReceived): Promise<MailMessage | undefined> => {
    const channel = sms.channelId === null ? undefined : await channels.find(sms.channelId)
    return channel?.forwardEmail ? forwardMail(sms, channel, channel.forwardEmail) : undefined
  }
}

/** An SMS as a mail to `to`. Octets are written in hexadecimal, with a word before them. */
export function forwardMail(
  { encoding, from, incomingId, text }: SmsReceived,
  { address }: Pick<Channel & ChannelSettings, 'address'>,
  to: string,
): MailMessage {
  return {
    to,
    subject: headerLine(`SMS from ${from} to ${address}`),
    text: encoding === 'binary' ? `A binary SMS, in hexadecimal:\n\n${text}\n` : `${text}\n`,
    headers: { 'Auto-Submitted': 'auto-generated' },
    idempotencyKey: `forward:${incomingId}`,
  }
}
