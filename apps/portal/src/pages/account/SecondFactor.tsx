import { Alert, Button, Code, Group, SimpleGrid, Text } from '@mantine/core'
import { IconShieldCheck } from '@tabler/icons-react'
import { useState } from 'react'
import { CopyButton } from '../../components/CopyButton.tsx'
import { Loaded } from '../../components/Loaded.tsx'
import { notifyDone } from '../../components/notify.tsx'
import { TimeText } from '../../components/TimeText.tsx'
import { useTexts } from '../../language/define-texts.ts'
import { accountTexts } from '../../texts/account.ts'
import { EnrolSecondFactor } from './EnrolSecondFactor.tsx'
import { useOwnSecondFactor, useReloadOwnSecondFactor } from './own-queries.ts'
import { RemoveSecondFactor } from './RemoveSecondFactor.tsx'
import { Section } from './Section.tsx'

type Step = 'shown' | 'enrolling' | 'removing'

/** The authenticator app: setting it up and turning it off. */
export function SecondFactor() {
  const { factor: texts } = useTexts(accountTexts)
  const query = useOwnSecondFactor()
  const { data } = query
  const reload = useReloadOwnSecondFactor()
  const [step, setStep] = useState<Step>('shown')
  const [codes, setCodes] = useState<readonly string[]>([])

  async function enrolled(recoveryCodes: readonly string[]): Promise<void> {
    setCodes(recoveryCodes)
    setStep('shown')
    await reload()
  }

  async function removed(): Promise<void> {
    setCodes([])
    setStep('shown')
    notifyDone(texts.removed)
    await reload()
  }

  return (
    <Section title={texts.title} help={texts.help}>
      <Loaded query={query} rows={1} laterProblem="above" />
      {codes.length > 0 && <RecoveryCodes codes={codes} />}
      {data?.isOn === true && (
        <Group gap="xs">
          <IconShieldCheck size={20} aria-hidden color="var(--mantine-color-green-text)" />
          <Text size="sm">
            {texts.isOn} <TimeText moment={data.since} form="date" />. {texts.left({ count: data.recoveryCodesLeft })}
          </Text>
        </Group>
      )}
      {data !== undefined && step === 'shown' && (
        <Group justify="flex-end">
          {data.isOn ? (
            <Button variant="default" onClick={() => setStep('removing')}>
              {texts.remove}
            </Button>
          ) : (
            <Button onClick={() => setStep('enrolling')}>{texts.begin}</Button>
          )}
        </Group>
      )}
      {step === 'enrolling' && <EnrolSecondFactor onDone={enrolled} onCancel={() => setStep('shown')} />}
      {step === 'removing' && <RemoveSecondFactor onDone={removed} onCancel={() => setStep('shown')} />}
    </Section>
  )
}

function RecoveryCodes({ codes }: { readonly codes: readonly string[] }) {
  const { factor: texts } = useTexts(accountTexts)
  return (
    <Alert color="yellow" title={texts.recoveryTitle}>
      <Text size="sm" mb="xs">
        {texts.recoveryHelp}
      </Text>
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="xs" data-testid="recovery-codes">
        {codes.map((code) => (
          <Code key={code} fz="sm">
            {code}
          </Code>
        ))}
      </SimpleGrid>
      <Group justify="flex-end" mt="xs">
        <CopyButton value={codes.join('\n')} />
      </Group>
    </Alert>
  )
}
