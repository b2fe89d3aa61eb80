import { Link } from '@tanstack/react-router'
import { StateBadge } from '../../components/StateBadge.tsx'
import { TimeText } from '../../components/TimeText.tsx'
import classes from './messages.module.css'
import type { Message } from './use-messages.ts'

export interface MessageRowProps {
  readonly message: Message
  /** Absent: all messages of the list are of one client. */
  readonly clientName?: string | undefined
}

/** A message in the list, with a link to its details. */
export function MessageRow({ message, clientName }: MessageRowProps) {
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
