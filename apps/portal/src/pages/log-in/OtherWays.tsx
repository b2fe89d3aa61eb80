import { Divider } from '@mantine/core'
import { useEffect, useState } from 'react'
import type { Schemas } from '../../api/requests.ts'
import { useTexts } from '../../language/define-texts.ts'
import { canUsePasskeys } from '../../session/passkeys.ts'
import { logInTexts } from '../../texts/log-in.ts'
import { PasskeyButton } from './PasskeyButton.tsx'
import { ProviderButton } from './ProviderButton.tsx'
import { loadOtherWays } from './queries.ts'

/** Ways to log in besides by password; nothing where there are none. */
export function OtherWays({ onProblem }: { onProblem(problem: unknown): void }) {
  const texts = useTexts(logInTexts)
  const [ways, setWays] = useState<Schemas['LogInProvider']>()

  useEffect(() => {
    // Without them the form is there all the same.
    loadOtherWays().then(setWays, () => undefined)
  }, [])

  const name = ways?.name ?? null
  const hasPasskeys = canUsePasskeys(ways?.passkeyOrigin)
  if (name === null && !hasPasskeys) return null
  return (
    <>
      <Divider label={texts.or} />
      {hasPasskeys && <PasskeyButton onProblem={onProblem} />}
      {name !== null && <ProviderButton name={name} onProblem={onProblem} />}
    </>
  )
}
