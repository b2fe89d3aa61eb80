import { Badge, Group, Paper, Stack, Text, Title } from '@mantine/core'
import type { Schemas } from '../../api/client.ts'
import { Loaded } from '../../components/Loaded.tsx'
import { useTexts } from '../../language/define-texts.ts'
import { clientTexts } from '../../texts/clients.ts'
import { useUsersOf } from './client-queries.ts'

/** The users who can log in for a client. An operator who acts for the client manages them on the account page. */
export function ClientUsers({ clientId }: { readonly clientId: number }) {
  const texts = useTexts(clientTexts)
  const { data, error } = useUsersOf(clientId)
  return (
    <Paper component="section" aria-labelledby="users">
      <Title order={2} id="users" mb="md">
        {texts.users}
      </Title>
      <Stack gap="sm">
        <Loaded query={{ data, error }} rows={2} laterProblem="above" />
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
