import { assertNever, type QueueLink, type WaitingCause } from '@heliograph/contracts'

/** Formats, for people, what a message waits for; nothing when nothing is in its way. */
export function formatWaiting(causes: readonly WaitingCause[]): readonly string[] {
  return causes.length === 0 ? [] : ['', 'Why it waits', ...causes.map((cause) => `  ${describeCause(cause)}`)]
}

function describeCause(cause: WaitingCause): string {
  switch (cause.kind) {
    case 'segments':
      return 'its other segments have not come'
    case 'scheduled':
      return `it is scheduled for ${cause.until.toISOString()}`
    case 'quiet-hours':
      return `quiet hours of its client hold it until ${cause.until.toISOString()}`
    case 'delivery-window':
      return `its delivery window opens at ${cause.until.toISOString()}`
    case 'bulk-paused':
      return `its client paused its bulk at ${cause.since.toISOString()}`
    case 'bulk-speed':
      return `its turn in its bulk has not come, of which ${describeSpeed(cause)}`
    case 'put-off':
      return `a network put it off until ${cause.until.toISOString()}`
    case 'held':
      return describeHeld(cause)
    case 'no-link':
      return describeClosed(cause)
    case 'no-credit':
      return `client ${cause.clientId} has no credit (heliograph credit add)`
    case 'line':
      return describeLine(cause)
    case 'handed-over':
      return `${cause.link} has it and has not answered`
    case 'unknown-outcome':
      return 'it may have been sent; a receipt or an operator decides (heliograph unknown list)'
    case 'receipt':
      return 'the network has it and has not reported the end'
    default:
      return assertNever(cause)
  }
}

function describeSpeed({ limit: { parts, seconds } }: Extract<WaitingCause, { kind: 'bulk-speed' }>): string {
  return `${parts} ${parts === 1 ? 'part goes' : 'parts go'} in ${seconds} s`
}

function describeHeld({ scope, name, reason }: Extract<WaitingCause, { kind: 'held' }>): string {
  const what = scope === 'deployment' ? 'all sending' : `${scope} ${name}`
  return `${what} is on hold${reason === '' ? '' : ` (${reason})`} (heliograph sending list)`
}

function describeClosed({ route, links }: Extract<WaitingCause, { kind: 'no-link' }>): string {
  if (links.length === 0) return `no running node has a link for route ${route}`
  return `no link of route ${route} takes messages: ${links.map(describeLink).join(', ')}`
}

function describeLink({ link, obstacle, detail }: QueueLink): string {
  return `${link} ${obstacle}${detail === null ? '' : ` (${detail})`}`
}

function describeLine({ before, isMore, seconds }: Extract<WaitingCause, { kind: 'line' }>): string {
  if (before === 0) return 'it is next in line'
  const count = `${isMore ? 'more than ' : ''}${before} ${before === 1 ? 'message goes' : 'messages go'} first`
  return seconds === null ? count : `${count}, for about ${seconds} s`
}
