import { type MeasuredMessage, type MessageBody, measureMessage } from './measure-message.ts'
import { LONGEST_TEXT } from './segments.ts'
import { fillSubscriptionLinks, hasSubscriptionLinks, type LinkOwner } from './subscription-links.ts'

/** The text of a message as its recipients get it: the same for all, or with links of their own. */
export interface RecipientText {
  /** The most parts that any recipient needs; 0 when none can get the text. */
  readonly mostParts: number
  /** Why no recipient can get the text. */
  readonly excess: string | undefined
  /** For a recipient in E.164 digits; without one, as for an empty number. */
  measureFor(recipient: string | undefined): MeasuredMessage
}

/**
 * Finds out what recipients get. Octets, and text behind a header of its own, are data for a program and contain no
 * links. In a text that is too long as it was written, links are not filled in.
 *
 * @param ownerOf called only when there are links
 */
export function recipientText(content: MessageBody, ownerOf: () => LinkOwner): RecipientText {
  const isData = content.encoding === 'binary' || Boolean(content.userDataHeader)
  const mayHaveLinks = !isData && content.text.length <= LONGEST_TEXT
  return mayHaveLinks && hasSubscriptionLinks(content.text) ? withOwnLinks(content, ownerOf()) : sameForAll(content)
}

function sameForAll(content: MessageBody): RecipientText {
  const measure = measureMessage(content)
  const { excess, parts } = measure
  return { mostParts: excess === undefined ? parts : 0, excess, measureFor: () => measure }
}

/** Used instead of a number; none has more digits (ITU-T E.164). */
export const LONGEST_NUMBER = '0'.repeat(15)

/**
 * Texts that differ only in digits and signatures, whose characters are all of GSM 03.38, are measured once for each
 * length of number; not in tables of a language, which may have capitals after an escape.
 */
function withOwnLinks({ text, language }: MessageBody, owner: LinkOwner): RecipientText {
  const measures = new Map<number, MeasuredMessage>()
  function measureFor(recipient = ''): MeasuredMessage {
    const body = fillSubscriptionLinks(text, recipient, owner)
    const measured = measures.get(recipient.length) ?? measureMessage({ text: body, language })
    if (language === undefined) measures.set(recipient.length, measured)
    return { ...measured, body }
  }
  return { mostParts: measureFor(LONGEST_NUMBER).parts, excess: undefined, measureFor }
}
