import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTexts } from '../language/define-texts.ts'
import { useFormatters, useLanguage } from '../language/language.tsx'
import { localeOf } from '../language/languages.ts'
import { isMonthFirst, type MomentText, momentText, problemOf } from '../moments/moment-text.ts'
import { momentTexts } from '../texts/moments.ts'

/** The viewer's time zone. */
const ZONE = Intl.DateTimeFormat().resolvedOptions().timeZone

export interface MomentInputProps {
  readonly label: string
  readonly name: string
  readonly value: MomentText
  readonly onChange: (value: MomentText) => void
  /** Shown instead of the sentence about the zone. */
  readonly description?: string
  readonly maw?: number
}

/** Reads what was typed, now and in the viewer's zone and language. */
export function useReadMoment(): (text: string) => MomentText {
  const { language } = useLanguage()
  const months = isMonthFirst(localeOf(language))
  return (text) => momentText(text, { now: Date.now(), zone: ZONE, language, isMonthFirst: months })
}

/** A field for a moment in the future, written as people write it. Below it stands how it was understood. */
export function MomentInput({ value, onChange, label, name, description, maw }: MomentInputProps) {
  const texts = useTexts(momentTexts)
  const { language } = useLanguage()
  const [isTyping, setTyping] = useState(false)
  const locale = localeOf(language)
  const problem = problemOf(value, Date.now())
  const read = useReadMoment()
  return (
    <Stack gap={6} maw={maw}>
      <TextInput
        label={label}
        name={name}
        description={description ?? texts.zone({ zone: ZONE })}
        placeholder={texts.example}
        autoComplete="off"
        maxLength={100}
        value={value.text}
        error={problem !== null && !isTyping && texts.problems[problem]}
        onChange={({ currentTarget }) => {
          setTyping(true)
          onChange(read(currentTarget.value))
        }}
        onBlur={() => setTyping(false)}
        onKeyDown={({ key }) => key === 'Enter' && setTyping(false)}
      />
      <Text size="sm" fw={500} aria-live="polite">
        {value.at !== null && problem === null && <Understood at={value.at} locale={locale} />}
      </Text>
      <Group gap={6}>
        {texts.presets.map((preset) => (
          <Button key={preset} variant="default" size="compact-xs" onClick={() => onChange(read(preset))}>
            {preset}
          </Button>
        ))}
      </Group>
    </Stack>
  )
}

function Understood({ at, locale }: { readonly at: string; readonly locale: string }) {
  const { relative } = useFormatters()
  return (
    <time dateTime={at}>
      {formatMoment(at, locale)} ({relative(at, Date.now())})
    </time>
  )
}

/** With the day of the week and the zone, so that a mistake is seen. */
function formatMoment(at: string, locale: string): string {
  return new Intl.DateTimeFormat(locale, {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    timeZoneName: 'short',
  }).format(new Date(at))
}
