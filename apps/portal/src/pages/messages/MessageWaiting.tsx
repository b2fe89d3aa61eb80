import { Paper, Stack, Text } from '@mantine/core'
import { queries } from '../../api/client.ts'
import { ErrorState } from '../../components/ErrorState.tsx'
import { LoadingRows } from '../../components/LoadingRows.tsx'
import { WaitingCauses } from '../../components/WaitingCauses.tsx'
import { useTexts } from '../../language/define-texts.ts'
import { waitingTexts } from '../../texts/waiting.ts'
import type { Message } from './use-messages.ts'

/** What it waits for is not announced to clients: rates, links of others, the time of day. */
const AGAIN_MS = 5_000

/** States in which a message may still change. */
const OPEN: ReadonlySet<Message['state']> = new Set([
  'scheduled',
  'queued',
  'submitting',
  'unknown',
  'submitted',
  'retrying',
])

/** Why a message has not ended; nothing for one that has. */
export function MessageWaiting({ message: { smsId, state } }: { readonly message: Message }) {
  return OPEN.has(state) ? <Waiting smsId={smsId} /> : null
}

function Waiting({ smsId }: Pick<Message, 'smsId'>) {
  const texts = useTexts(waitingTexts)
  const path = { params: { path: { smsId } } }
  const { data, error, refetch } = queries.useQuery('get', '/messages/{smsId}/waiting', path, {
    refetchInterval: AGAIN_MS,
  })
  return (
    <Paper component="section" aria-labelledby="why" p="md">
      <Stack gap="xs">
        <Text id="why" component="h2" size="sm" fw={600} m={0}>
          {texts.why}
        </Text>
        {data === undefined && error === null && <LoadingRows rows={1} height={20} />}
        {data === undefined && error !== null && <ErrorState error={error} onRetry={() => void refetch()} />}
        {data?.causes.length === 0 && <Text size="sm">{texts.nothing}</Text>}
        {data !== undefined && <WaitingCauses causes={data.causes} />}
      </Stack>
    </Paper>
  )
}
