import { Checkbox, Group, NumberInput, Stack, Textarea } from '@mantine/core'
import type { Schemas } from '../../api/client.ts'
import { useTexts } from '../../language/define-texts.ts'
import { campaignTexts } from '../../texts/campaigns.ts'
import { OptOutLink } from '../send/OptOutLink.tsx'

type Comparison = NonNullable<Schemas['UploadPlan']['comparison']>

interface SecondTextProps {
  readonly comparison: Comparison | undefined
  readonly onChange: (comparison: Comparison | undefined) => void
}

const HALF = 50

/** A second text to compare with the first, and who gets it. */
export function SecondText({ comparison, onChange }: SecondTextProps) {
  const texts = useTexts(campaignTexts)
  return (
    <Stack gap="xs">
      <Checkbox
        label={texts.compare}
        description={texts.compareHelp}
        name="compare"
        checked={comparison !== undefined}
        onChange={({ currentTarget }) => onChange(currentTarget.checked ? { text: '', percent: HALF } : undefined)}
      />
      {comparison !== undefined && (
        <>
          <Textarea
            label={texts.secondText}
            name="secondText"
            required
            autosize
            minRows={3}
            value={comparison.text}
            onChange={({ currentTarget }) => onChange({ ...comparison, text: currentTarget.value })}
          />
          <Group>
            <OptOutLink text={comparison.text} onChange={(text) => onChange({ ...comparison, text })} />
          </Group>
          <NumberInput
            label={texts.share}
            name="percent"
            suffix=" %"
            min={1}
            max={99}
            maw={160}
            value={comparison.percent}
            onChange={(percent) => onChange({ ...comparison, percent: Number(percent) || HALF })}
          />
        </>
      )}
    </Stack>
  )
}
