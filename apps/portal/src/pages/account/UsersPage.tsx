import { Button, Paper, Stack } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { Loaded } from '../../components/Loaded.tsx'
import { PageHeader } from '../../components/PageHeader.tsx'
import { useTexts } from '../../language/define-texts.ts'
import { useMe } from '../../session/session.ts'
import { userTexts } from '../../texts/users.ts'
import { AddUser } from './AddUser.tsx'
import { useUsers } from './queries.ts'
import { UserRow } from './UserRow.tsx'

/** The users of the client. */
export function UsersPage() {
  const texts = useTexts(userTexts)
  const { clientName } = useMe()
  const query = useUsers()
  const [isAdding, setAdding] = useState(false)
  return (
    <>
      <PageHeader
        title={texts.title}
        description={texts.help({ client: clientName })}
        actions={
          <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setAdding(true)}>
            {texts.add}
          </Button>
        }
      />
      <Paper>
        <Loaded query={query} rows={4} height={36} laterProblem="above" />
        <Stack component="ul" gap="md" m={0} p={0} style={{ listStyle: 'none' }}>
          {query.data?.records.map((user) => (
            <UserRow key={user.userId} user={user} />
          ))}
        </Stack>
      </Paper>
      {isAdding && <AddUser onClose={() => setAdding(false)} />}
    </>
  )
}
