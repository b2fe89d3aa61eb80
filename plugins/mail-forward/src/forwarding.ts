import type { Channel, ChannelSettings, Channels, MailMessage, SmsReceived } from '@heliograph/contracts'
import { headerLine, smsMailText } from '@heliograph/wire'

/** Makes the mail that forwards an SMS, if the channel that received it is enabled and has a forward address. */
export function createForwarding(channels: Pick<Channels, 'find'>) {
  return async (sms: SmsReceived): Promise<MailMessage | undefined> => {
    const channel = sms.channelId === null ? undefined : await channels.find(sms.channelId)
    return channel?.enabled && channel.forwardEmail ? forwardMail(sms, channel, channel.forwardEmail) : undefined
  }
}

/** Writes an SMS as a mail to `to`. */
function forwardMail(
  sms: SmsReceived,
  { address }: Pick<Channel & ChannelSettings, 'address'>,
  to: string,
): MailMessage {
  return {
    to,
    subject: headerLine(`SMS from ${sms.from} to ${address}`),
    text: smsMailText(sms),
    headers: { 'Auto-Submitted': 'auto-generated' },
    idempotencyKey: `forward:${sms.incomingId}`,
  }
}
