import { Divider } from '@mantine/core'
import { useEffect, useState } from 'react'
import { api, type Schemas } from '../../api/requests.ts'
import { useTexts } from '../../language/define-texts.ts'
import { canUsePasskeys } from '../../session/passkeys.ts'
import { logInTexts } from '../../texts/log-in.ts'
import { PasskeyButton } from './PasskeyButton.tsx'
import { ProviderButton } from './ProviderButton.tsx'

/** Ways to log in besides by password; nothing where there are none. */
export function OtherWays({ onProblem }: { onProblem(problem: unknown): void }) {
  const texts = useTexts(logInTexts)
  const [ways, setWays] = useState<Schemas['LogInProvider']>()

  useEffect(() => {
    api.GET('/log-in/provider').then(
      ({ data }) => setWays(data),
      // The form is there all the same.
      () => undefined,
    )
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
