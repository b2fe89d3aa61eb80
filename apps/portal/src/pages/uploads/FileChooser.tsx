import { Button, FileButton, Group, Paper, Stack, Text, ThemeIcon } from '@mantine/core'
import { IconFileTypeCsv } from '@tabler/icons-react'
import { type DragEvent, useState } from 'react'
import { LIST_TYPES } from '../../files/open-list.ts'
import { useTexts } from '../../language/define-texts.ts'
import { uploadTexts } from '../../texts/uploads.ts'

/** Of a file, and of the list that is sent. */
export const MOST_OCTETS = 64 * 1024 * 1024

interface FileChooserProps {
  readonly onFile: (file: File) => void
  readonly isBusy?: boolean
}

/** An area to drop a file on, with a button to choose one. */
export function FileChooser({ onFile, isBusy = false }: FileChooserProps) {
  const texts = useTexts(uploadTexts)
  const [isOver, setOver] = useState(false)

  function drop(event: DragEvent) {
    event.preventDefault()
    setOver(false)
    const [file] = event.dataTransfer.files
    if (file !== undefined && !isBusy) onFile(file)
  }

  return (
    <Paper
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
      style={{ borderStyle: 'dashed', ...(isOver && { background: 'var(--mantine-primary-color-light)' }) }}
    >
      <Group wrap="nowrap" align="center">
        <ThemeIcon size={48} radius="xl" variant="light" aria-hidden>
          <IconFileTypeCsv size={26} stroke={1.5} />
        </ThemeIcon>
        <Stack gap="xs" align="flex-start">
          <Text size="sm">{texts.chooseText}</Text>
          <FileButton
            accept={LIST_TYPES}
            inputProps={{ 'aria-label': texts.choose }}
            onChange={(file) => file !== null && onFile(file)}
          >
            {(props) => (
              <Button {...props} loading={isBusy}>
                {texts.choose}
              </Button>
            )}
          </FileButton>
        </Stack>
      </Group>
    </Paper>
  )
}
