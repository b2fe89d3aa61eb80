import { ActionIcon, Group, Paper, Text } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import type { Schemas } from '../../api/client.ts'
import { useTexts } from '../../language/define-texts.ts'
import { useFormatters } from '../../language/language.tsx'
import { sendTexts } from '../../texts/send.ts'

/** What the first recipients of a personal text get, one at a time. */
export function Samples({ samples }: { readonly samples: readonly Schemas['SendSample'][] }) {
  const { personal } = useTexts(sendTexts)
  const { number, phone } = useFormatters()
  const [chosen, setChosen] = useState(0)
  const index = Math.min(chosen, samples.length - 1)
  const sample = samples[index]
  if (sample === undefined) return null
  const who = sample.name === '' ? phone(sample.to) : `${sample.name} · ${phone(sample.to)}`
  return (
    <Paper withBorder p="sm" component="section" aria-label={personal.samples}>
      <Group justify="space-between" wrap="nowrap">
        <Text size="sm" c="dimmed" truncate>
          {who}
        </Text>
        <Group gap={4} wrap="nowrap">
          <Step label={personal.previous} isOff={index === 0} onStep={() => setChosen(index - 1)}>
            <IconChevronLeft size={16} />
          </Step>
          <Text size="xs" c="dimmed" style={{ whiteSpace: 'nowrap' }}>
            {personal.sample({ shown: number(index + 1), all: number(samples.length) })}
          </Text>
          <Step label={personal.next} isOff={index === samples.length - 1} onStep={() => setChosen(index + 1)}>
            <IconChevronRight size={16} />
          </Step>
        </Group>
      </Group>
      <Text
        size="sm"
        mt={6}
        lineClamp={8}
        dir="auto"
        style={{ whiteSpace: 'pre-wrap' }}
        c={sample.isMissing ? 'red.9' : undefined}
      >
        {sample.text}
      </Text>
    </Paper>
  )
}

interface StepProps {
  readonly label: string
  readonly isOff: boolean
  readonly onStep: () => void
  readonly children: ReactNode
}

function Step({ label, isOff, onStep, children }: StepProps) {
  return (
    <ActionIcon variant="subtle" color="gray" aria-label={label} disabled={isOff} onClick={onStep}>
      {children}
    </ActionIcon>
  )
}
