import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import type { Schemas } from '../../api/client.ts'
import { notifyDone, notifyProblem } from '../../components/notify.tsx'
import { SecretOnce } from '../../components/SecretOnce.tsx'
import { useTexts } from '../../language/define-texts.ts'
import { useLanguage } from '../../language/language.tsx'
import { shellTexts } from '../../texts/shell.ts'
import { userTexts } from '../../texts/users.ts'
import { KeysLeft } from './KeysLeft.tsx'
import { LinkToPassOn } from './LinkToPassOn.tsx'
import { newPassword } from './new-password.ts'
import {
  makePasswordLink,
  removeSecondFactorOf,
  setPasswordOf,
  useReloadSecondFactors,
  useSecondFactorOf,
} from './queries.ts'
import { UserPasskeys } from './UserPasskeys.tsx'

export interface UserAccessProps {
  readonly user: Schemas['User']
  readonly onClose: () => void
}

/** For users who have lost their password or their phone. */
export function UserAccess({ user, onClose }: UserAccessProps) {
  const { userId, email } = user
  const texts = useTexts(userTexts)
  const shell = useTexts(shellTexts)
  const reload = useReloadSecondFactors()
  const { language } = useLanguage()
  const [password, setPassword] = useState('')
  const [invitation, setInvitation] = useState<Schemas['Invitation']>()
  const [keysLeft, setKeysLeft] = useState<readonly Schemas['ApiKey'][]>([])
  const { data: factor } = useSecondFactorOf(userId)

  async function givePassword(): Promise<void> {
    const given = newPassword()
    try {
      const { keys } = await setPasswordOf(userId, given)
      setPassword(given)
      setKeysLeft(keys)
    } catch (thrown) {
      notifyProblem(thrown)
    }
  }

  async function makeLink(): Promise<void> {
    try {
      setInvitation(await makePasswordLink(userId, language))
    } catch (thrown) {
      notifyProblem(thrown)
    }
  }

  async function removeFactor(): Promise<void> {
    try {
      await removeSecondFactorOf(userId)
      notifyDone(texts.factorRemoved({ email }))
      await reload()
    } catch (thrown) {
      notifyProblem(thrown)
    }
  }

  return (
    <Modal opened onClose={onClose} title={email} closeButtonProps={{ 'aria-label': shell.close }}>
      <Stack>
        {invitation !== undefined && <LinkToPassOn email={email} invitation={invitation} />}
        {invitation === undefined && password === '' && (
          <>
            <Text size="sm">{texts.makeLinkHelp}</Text>
            <Group>
              <Button onClick={() => void makeLink()}>{texts.makeLink}</Button>
            </Group>
          </>
        )}
        {password === '' ? (
          <>
            <Text size="sm">{texts.givePasswordHelp}</Text>
            <Group>
              <Button variant="default" onClick={() => void givePassword()}>
                {texts.givePassword}
              </Button>
            </Group>
          </>
        ) : (
          <>
            <SecretOnce label={texts.passwordOf({ email })} secret={password} />
            <KeysLeft keys={keysLeft} onEnded={() => setKeysLeft([])} />
          </>
        )}
        <Text size="sm">{factor?.isOn === true ? texts.factorIsOn : texts.factorIsOff}</Text>
        {factor?.isOn === true && (
          <Group>
            <Button variant="default" onClick={() => void removeFactor()}>
              {texts.removeFactor}
            </Button>
          </Group>
        )}
        <UserPasskeys user={user} />
      </Stack>
    </Modal>
  )
}
