import { Alert, Progress as Bar, Paper, Stack, Text } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import type { Schemas } from '../../api/client.ts'
import { ErrorState } from '../../components/ErrorState.tsx'
import { useTexts } from '../../language/define-texts.ts'
import { useFormatters } from '../../language/language.tsx'
import { uploadTexts } from '../../texts/uploads.ts'
import { FileChooser } from './FileChooser.tsx'
import { dropFile, findFile, keepFile } from './kept-files.ts'
import { sendFile } from './send-file.ts'

interface ReceivingProps {
  readonly upload: Schemas['Upload']
  readonly onChange: (upload: Schemas['Upload']) => void
}

/** Sends the file that this browser keeps for the upload; asks for the file if it keeps none. */
export function Receiving({ upload, onChange }: ReceivingProps) {
  const texts = useTexts(uploadTexts)
  const { percent } = useFormatters()
  const [file, setFile] = useState<File | null>()
  const [error, setError] = useState<unknown>()
  const [refusal, setRefusal] = useState<string>()
  const { uploadId } = upload
  const latest = useRef(upload)
  const change = useRef(onChange)
  change.current = onChange

  useEffect(() => {
    void findFile(uploadId).then((kept) => setFile((chosen) => chosen ?? kept ?? null))
  }, [uploadId])

  useEffect(() => {
    if (!file) return
    const stopping = new AbortController()
    const step = (next: Schemas['Upload']) => {
      latest.current = next
      change.current(next)
    }
    sendFile(file, latest.current, step, stopping.signal)
      .then(() => dropFile(uploadId))
      .catch((problem: unknown) => {
        if (!stopping.signal.aborted) setError(problem)
      })
    return () => stopping.abort()
  }, [file, uploadId])

  function choose(chosen: File) {
    const isOther = chosen.size !== upload.octets
    setRefusal(isOther ? texts.otherFile : undefined)
    if (isOther) return
    void keepFile(uploadId, chosen)
    setFile(chosen)
  }

  if (error !== undefined) return <ErrorState error={error} />
  if (file === null)
    return (
      <Stack>
        <Alert color="yellow" title={texts.fileNeeded}>
          {texts.fileNeededText(upload.name)}
        </Alert>
        <FileChooser onFile={choose} />
        {refusal !== undefined && (
          <Alert color="red" role="alert">
            {refusal}
          </Alert>
        )}
      </Stack>
    )
  const share = upload.received / upload.octets
  return (
    <Paper>
      <Stack gap="xs">
        <Text fw={500}>
          {texts.uploading} · {percent(share)}
        </Text>
        <Bar value={share * 100} aria-label={texts.uploading} animated />
        <Text size="sm" c="dimmed">
          {texts.uploadingHint}
        </Text>
      </Stack>
    </Paper>
  )
}
