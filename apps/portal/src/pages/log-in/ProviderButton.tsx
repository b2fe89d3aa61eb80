import { Button, Divider } from '@mantine/core'
import { useEffect, useState } from 'react'
import { api } from '../../api/requests.ts'
import { useTexts } from '../../language/define-texts.ts'
import { logInTexts } from '../../texts/log-in.ts'
import { leaveForProvider } from './provider-return.ts'

/** Logs in by the identity provider of the deployment; nothing where there is none. */
export function ProviderButton({ onProblem }: { onProblem(problem: unknown): void }) {
  const texts = useTexts(logInTexts)
  const [name, setName] = useState<string | null>(null)
  const [isLeaving, setLeaving] = useState(false)

  useEffect(() => {
    api.GET('/log-in/provider').then(
      ({ data }) => setName(data?.name ?? null),
      // The form is there all the same.
      () => undefined,
    )
  }, [])

  async function leave(): Promise<void> {
    setLeaving(true)
    try {
      const { data } = await api.POST('/log-in/provider')
      leaveForProvider((data as { url: string }).url)
    } catch (problem) {
      onProblem(problem)
      setLeaving(false)
    }
  }

  if (name === null) return null
  return (
    <>
      <Divider label={texts.or} />
      <Button variant="default" fullWidth loading={isLeaving} onClick={() => void leave()}>
        {texts.logInWith(name)}
      </Button>
    </>
  )
}
