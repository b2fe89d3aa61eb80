import { Paper, Skeleton } from '@mantine/core'
import { lazy, Suspense } from 'react'
import { useClient } from '../../components/shared-queries.ts'
import { useEveryClient } from '../../session/every-client.ts'
import { useMe } from '../../session/session.ts'

const Ledger = lazy(async () => ({ default: (await import('../operator/Ledger.tsx')).Ledger }))

/** The ledger of the client, for those who keep its account; nothing when it has no balance. */
export function ClientLedger() {
  const { role, clientId } = useMe()
  const everyClient = useEveryClient()
  const isKeeper = role !== 'user' && !everyClient
  const { data } = useClient(clientId, { enabled: isKeeper })
  if (!isKeeper || data === undefined || data.credit === null) return null
  return (
    <Paper>
      <Suspense fallback={<Skeleton height={200} />}>
        <Ledger clientId={clientId} currency={data.currency} />
      </Suspense>
    </Paper>
  )
}
