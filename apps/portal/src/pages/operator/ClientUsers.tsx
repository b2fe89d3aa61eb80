import { Badge, Group, Paper, Stack, Text, Title } from '@mantine/core'
import { queries, type Schemas } from '../../api/client.ts'
import { ErrorState } from '../../components/ErrorState.tsx'
import { LoadingRows } from '../../components/LoadingRows.tsx'
import { useTexts } from '../../language/define-texts.ts'
import { clientTexts } from '../../texts/clients.ts'

/** The users who can log in for a client. An operator who acts for the client manages them on the account page. */
export function ClientUsers({ clientId }: { readonly clientId: number }) {
  const texts = useTexts(clientTexts)
  const { data, error } = queries.useQuery('get', '/users', { params: { query: { client: clientId } } })
  return (
    <Paper component="section" aria-labelledby="users">
      <Title order={2} id="users" mb="md">
        {texts.users}
      </Title>
      <Stack gap="sm">
        {data === undefined && error === null && <LoadingRows rows={2} />}
        {error !== null && <ErrorState error={error} />}
        {data?.records.length === 0 && (
          <Text size="sm" c="dimmed">
            {texts.usersEmpty}
          </Text>
        )}
        {data?.records.map((user) => (
          <User key={user.userId} user={user} />
        ))}
      </Stack>
    </Paper>
  )
}

function User({ user: { email, role, enabled } }: { readonly user: Schemas['User'] }) {
  const texts = useTexts(clientTexts)
  return (
    <Group justify="space-between" gap="xs">
      <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
        {email}
      </Text>
      <Group gap="xs">
        <Badge color="gray">{texts.roles[role]}</Badge>
        {!enabled && <Badge color="gray">{texts.disabled}</Badge>}
      </Group>
    </Group>
  )
}
