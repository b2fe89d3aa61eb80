import { Paper, Stack, Text } from '@mantine/core'
import { Loaded } from '../../components/Loaded.tsx'
import { WaitingCauses } from '../../components/WaitingCauses.tsx'
import { useTexts } from '../../language/define-texts.ts'
import { waitingTexts } from '../../texts/waiting.ts'
import { type Message, useWaiting } from './queries.ts'

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
  const query = useWaiting(smsId)
  return (
    <Paper component="section" aria-labelledby="why" p="md">
      <Stack gap="xs">
        <Text id="why" component="h2" size="sm" fw={600} m={0}>
          {texts.why}
        </Text>
        <Loaded query={query} rows={1} height={20}>
          {({ causes }) => (
            <>
              {causes.length === 0 && <Text size="sm">{texts.nothing}</Text>}
              <WaitingCauses causes={causes} />
            </>
          )}
        </Loaded>
      </Stack>
    </Paper>
  )
}
