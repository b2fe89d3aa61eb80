import { Stack } from '@mantine/core'
import { PageHeader } from '../../components/PageHeader.tsx'
import { useTexts } from '../../language/define-texts.ts'
import { useMe } from '../../session/session.ts'
import { accountTexts } from '../../texts/account.ts'
import { OwnLanguage } from './OwnLanguage.tsx'
import { OwnPasskeys } from './OwnPasskeys.tsx'
import { OwnPassword } from './OwnPassword.tsx'
import { OwnSessions } from './OwnSessions.tsx'
import { SecondFactor } from './SecondFactor.tsx'

/** The user's own password, second factor, passkeys, sessions and language. */
export function SecurityPage() {
  const texts = useTexts(accountTexts)
  const { email } = useMe()
  return (
    <>
      <PageHeader title={texts.pages.security} description={texts.securityHelp({ email })} />
      <Stack gap="lg" maw="44rem">
        <OwnPassword />
        <SecondFactor />
        <OwnPasskeys />
        <OwnSessions />
        <OwnLanguage />
      </Stack>
    </>
  )
}
