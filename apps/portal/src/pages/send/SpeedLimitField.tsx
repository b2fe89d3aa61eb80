import { Group, Input, NumberInput, Select, Text } from '@mantine/core'
import { useId, useState } from 'react'
import { useTexts } from '../../language/define-texts.ts'
import { useFormatters } from '../../language/language.tsx'
import { speedLimitTexts } from '../../texts/speed-limit.ts'
import { MOST_PARTS, SPEED_UNITS, type SpeedLimit, sendingTime } from './speed-limit.ts'

interface SpeedLimitFieldProps {
  /** Null: as fast as possible. */
  readonly value: SpeedLimit | null
  readonly onChange: (value: SpeedLimit | null) => void
  /** How many parts are to go; undefined: not known. */
  readonly parts?: number | undefined
}

const UNITS = Object.keys(SPEED_UNITS) as (keyof typeof SPEED_UNITS)[]

/** How fast messages may go, if that is limited. */
export function SpeedLimitField({ value, onChange, parts }: SpeedLimitFieldProps) {
  const texts = useTexts(speedLimitTexts)
  const { duration } = useFormatters()
  const id = useId()
  const [seconds, setSeconds] = useState<number>(value?.seconds ?? SPEED_UNITS.hour)
  const units = UNITS.map((unit) => ({ value: String(SPEED_UNITS[unit]), label: texts.units[unit] }))
  // A program may have chosen another time.
  if (!units.some((unit) => unit.value === String(seconds)))
    units.push({ value: String(seconds), label: duration(seconds * 1_000) })

  function changeTime(chosen: number) {
    setSeconds(chosen)
    if (value !== null) onChange({ parts: value.parts, seconds: chosen })
  }

  return (
    <Input.Wrapper id={id} label={texts.label} description={texts.help} maw={360}>
      <Group gap="xs" wrap="nowrap" mt={6} mb={6}>
        <NumberInput
          id={id}
          aria-describedby={`${id}-description`}
          name="speedLimit"
          min={1}
          max={MOST_PARTS}
          clampBehavior="strict"
          allowDecimal={false}
          flex={1}
          value={value?.parts ?? ''}
          onChange={(given) => onChange(typeof given === 'number' ? { parts: given, seconds } : null)}
        />
        <Select
          aria-label={texts.unit}
          name="speedUnit"
          allowDeselect={false}
          w={150}
          data={units}
          value={String(seconds)}
          onChange={(chosen) => chosen !== null && changeTime(Number(chosen))}
        />
      </Group>
      <Text size="sm" c="dimmed" aria-live="polite">
        {value !== null &&
          parts !== undefined &&
          parts > 0 &&
          texts.takes({ time: duration(sendingTime(parts, value)) })}
      </Text>
    </Input.Wrapper>
  )
}

/** The limit in words: `at most 100 SMS parts in 1 hr`. */
export function useSpeedWords() {
  const texts = useTexts(speedLimitTexts)
  const { number, duration } = useFormatters()
  return ({ parts, seconds }: SpeedLimit) => texts.atMost({ parts: number(parts), time: duration(seconds * 1_000) })
}
