import { Progress as Bar, Paper, Stack, Text } from '@mantine/core'
import type { Schemas } from '../../api/client.ts'
import { useTexts } from '../../language/define-texts.ts'
import { useFormatters } from '../../language/language.tsx'
import { uploadTexts } from '../../texts/uploads.ts'

/** Shown while the gateway checks the rows. */
export function Checking({ upload: { checked, rows } }: { readonly upload: Schemas['Upload'] }) {
  const texts = useTexts(uploadTexts)
  const { percent } = useFormatters()
  return (
    <Paper>
      <Stack gap="xs">
        <Text fw={500}>
          {texts.checking} · {percent(checked / rows)}
        </Text>
        <Bar value={(100 * checked) / rows} aria-label={texts.checking} animated />
        <Text size="sm" c="dimmed">
          {texts.background}
        </Text>
      </Stack>
    </Paper>
  )
}
