import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTexts } from '../../language/define-texts.ts'
import { goFromLogIn } from '../../session/log-in-page.ts'
import { wasGivenUp } from '../../session/passkeys.ts'
import { logInTexts } from '../../texts/log-in.ts'
import { logInByPasskey } from './queries.ts'

/** Logs in by a passkey, without an e-mail: the user chooses one in the dialogue of the browser. */
export function PasskeyButton({ onProblem }: { onProblem(problem: unknown): void }) {
  const texts = useTexts(logInTexts)
  const [isTrying, setTrying] = useState(false)

  async function logIn(): Promise<void> {
    setTrying(true)
    onProblem(undefined)
    try {
      await logInByPasskey()
      goFromLogIn()
    } catch (problem) {
      if (!wasGivenUp(problem)) onProblem(problem)
      setTrying(false)
    }
  }

  return (
    <Button variant="default" fullWidth loading={isTrying} onClick={() => void logIn()}>
      {texts.byPasskey}
    </Button>
  )
}
