import type { HoldScope } from '@heliograph/contracts'

/** What an entry of the audit log says of something that is put on hold, or let go. */
export function describeScope({ kind, name }: HoldScope): {
  readonly subject: string
  readonly clientId: number | null
} {
  return {
    subject: kind === 'deployment' ? kind : `${kind} ${name}`,
    clientId: kind === 'client' ? Number(name) : null,
  }
}
