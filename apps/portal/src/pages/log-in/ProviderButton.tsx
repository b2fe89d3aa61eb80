import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTexts } from '../../language/define-texts.ts'
import { logInTexts } from '../../texts/log-in.ts'
import { leaveForProvider } from './provider-return.ts'
import { beginAtProvider } from './queries.ts'

export interface ProviderButtonProps {
  /** Of the identity provider. */
  readonly name: string
  onProblem(problem: unknown): void
}

/** Logs in by the identity provider of the deployment. */
export function ProviderButton({ name, onProblem }: ProviderButtonProps) {
  const texts = useTexts(logInTexts)
  const [isLeaving, setLeaving] = useState(false)

  async function leave(): Promise<void> {
    setLeaving(true)
    try {
      leaveForProvider((await beginAtProvider()).url)
    } catch (problem) {
      onProblem(problem)
      setLeaving(false)
    }
  }

  return (
    <Button variant="default" fullWidth loading={isLeaving} onClick={() => void leave()}>
      {texts.logInWith({ provider: name })}
    </Button>
  )
}
