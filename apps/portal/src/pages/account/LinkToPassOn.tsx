import { Alert } from '@mantine/core'
import { IconMail } from '@tabler/icons-react'
import type { Schemas } from '../../api/client.ts'
import { SecretOnce } from '../../components/SecretOnce.tsx'
import { useTexts } from '../../language/define-texts.ts'
import { userTexts } from '../../texts/users.ts'

export interface LinkToPassOnProps {
  readonly email: string
  readonly invitation: Schemas['Invitation']
}

/** What became of a link by which a user sets a password: it was mailed, or is to be passed on by hand. */
export function LinkToPassOn({ email, invitation: { link } }: LinkToPassOnProps) {
  const texts = useTexts(userTexts)
  if (link !== null) return <SecretOnce label={texts.linkOf({ email })} secret={link} />
  return (
    <Alert color="blue" icon={<IconMail aria-hidden />} role="status">
      {texts.invited({ email })}
    </Alert>
  )
}
