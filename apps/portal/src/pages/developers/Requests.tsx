import { Badge, Code, Group, Paper, Stack, Switch, Text, Title } from '@mantine/core'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { queries, type Schemas } from '../../api/client.ts'
import { ErrorState } from '../../components/ErrorState.tsx'
import { LoadingRows } from '../../components/LoadingRows.tsx'
import { TimeText } from '../../components/TimeText.tsx'
import { useTexts } from '../../language/define-texts.ts'
import { requestTexts } from '../../texts/requests.ts'

const FRESH_MS = 2_000
const SHOWN = 50

/** The latest requests of the user's programs, how they were answered, and what to do about it. */
export function Requests() {
  const texts = useTexts(requestTexts)
  const { failed: failedOnly = false } = useSearch({ from: '/shell/developers' })
  const navigate = useNavigate({ from: '/developers' })
  const { data, error, refetch } = queries.useQuery('get', '/requests', {}, { refetchInterval: FRESH_MS })
  const fitting = data?.records.filter((request) => !failedOnly || request.error !== null)
  return (
    <Paper component="section" aria-labelledby="requests">
      <Group justify="space-between" align="baseline">
        <Title order={2} id="requests">
          {texts.title}
        </Title>
        <Switch
          label={texts.failedOnly}
          checked={failedOnly}
          onChange={({ currentTarget }) =>
            void navigate({ search: currentTarget.checked ? { failed: true } : {}, resetScroll: false })
          }
        />
      </Group>
      <Text size="sm" c="dimmed" mb="md">
        {texts.text}
      </Text>
      {error && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!data && !error && <LoadingRows rows={3} />}
      {fitting?.length === 0 && <Text size="sm">{data?.records.length === 0 ? texts.none : texts.noneFailed}</Text>}
      <Stack component="ul" gap="sm" p={0} m={0} style={{ listStyle: 'none' }}>
        {fitting?.slice(0, SHOWN).map((request) => (
          <RequestRow key={`${request.at} ${request.requestId}`} request={request} />
        ))}
      </Stack>
    </Paper>
  )
}

function RequestRow({ request }: { readonly request: Schemas['Request'] }) {
  const texts = useTexts(requestTexts)
  const { requestId, at, instanceId, method, path, status, error, elapsedMs } = request
  const outcome = error === null ? texts.taken : texts.refused
  return (
    <Stack component="li" gap={2}>
      <Group gap="sm">
        <Text size="sm" c="dimmed">
          <TimeText moment={at} form="time" />
        </Text>
        <Badge variant="light" color={error === null ? 'green' : 'red'}>
          {status === null ? outcome : `${outcome} · ${status}`}
        </Badge>
        <Text size="sm">{instanceId}</Text>
        <Code style={{ overflowWrap: 'anywhere' }}>{`${method} ${path}`.trim()}</Code>
        <Text size="sm" c="dimmed">
          {texts.took(Math.round(elapsedMs))}
        </Text>
        {requestId !== null && <Code aria-label={texts.id}>{requestId}</Code>}
      </Group>
      {error !== null && (
        <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
          {error.message} <Code>{error.code}</Code> {texts.advice[error.category]}
        </Text>
      )}
    </Stack>
  )
}
