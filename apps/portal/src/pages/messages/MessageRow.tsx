import { IconArrowDownLeft } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { StateBadge, ToneBadge } from '../../components/StateBadge.tsx'
import { TimeText } from '../../components/TimeText.tsx'
import { useTexts } from '../../language/define-texts.ts'
import { messagesTexts } from '../../texts/messages.ts'
import classes from './messages.module.css'
import type { Entry, Message } from './queries.ts'

interface RowProps {
  /** Absent: all messages of the list are of one client. */
  readonly clientName?: string | undefined
}

/** A row of the list. */
export function EntryRow({ entry, clientName }: RowProps & { readonly entry: Entry }) {
  return entry.direction === 'sent' ? (
    <MessageRow message={entry.message} clientName={clientName} />
  ) : (
    <ReceivedRow received={entry.received} clientName={clientName} />
  )
}

/** An incoming SMS, with a link to its conversation. */
function ReceivedRow({
  received,
  clientName,
}: RowProps & { readonly received: Extract<Entry, { direction: 'received' }>['received'] }) {
  const texts = useTexts(messagesTexts)
  const { receivedAt, from, to, text, channelId } = received
  return (
    <Link
      className={classes.row}
      to="/inbox/$contact"
      params={{ contact: from }}
      search={{ channel: channelId }}
      preload={false}
    >
      <span className={classes.time}>
        <TimeText moment={receivedAt} />
      </span>
      <span className={classes.to}>{from}</span>
      <span className={classes.from}>
        {clientName !== undefined && <span className={classes.client}>{clientName}</span>}
        {to}
      </span>
      <span className={classes.text}>{text}</span>
      <span className={classes.state}>
        <ToneBadge color="blue" Icon={IconArrowDownLeft} text={texts.receivedState} />
      </span>
    </Link>
  )
}

/** A message in the list, with a link to its details. */
function MessageRow({ message, clientName }: RowProps & { readonly message: Message }) {
  const { smsId, acceptedAt, to, from, text, state } = message
  return (
    <Link
      className={classes.row}
      to="/messages/$smsId"
      params={{ smsId: String(smsId) }}
      search={(current: object) => current}
      // The pointer passes over many rows.
      preload={false}
      resetScroll={false}
    >
      <span className={classes.time}>
        <TimeText moment={acceptedAt} />
      </span>
      <span className={classes.to}>{to}</span>
      <span className={classes.from}>
        {clientName !== undefined && <span className={classes.client}>{clientName}</span>}
        {from}
      </span>
      <span className={classes.text} dir="auto">
        {text}
      </span>
      <span className={classes.state}>
        <StateBadge state={state} />
      </span>
    </Link>
  )
}
