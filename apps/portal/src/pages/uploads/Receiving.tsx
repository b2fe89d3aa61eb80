import { Alert, Progress as Bar, Paper, Stack, Text } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import type { Schemas } from '../../api/client.ts'
import { ErrorState } from '../../components/ErrorState.tsx'
import { ListProblem } from '../../files/ListProblem.tsx'
import { openList } from '../../files/open-list.ts'
import { useTexts } from '../../language/define-texts.ts'
import { useFormatters } from '../../language/language.tsx'
import { uploadTexts } from '../../texts/uploads.ts'
import { FileChooser, MOST_OCTETS } from './FileChooser.tsx'
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
  const [refusal, setRefusal] = useState<unknown>()
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

  async function choose(chosen: File) {
    setRefusal(undefined)
    try {
      const list = await openList(chosen, MOST_OCTETS)
      if (list.size !== upload.octets) return setRefusal(texts.otherFile)
      void keepFile(uploadId, list)
      setFile(list)
    } catch (problem) {
      setRefusal(problem)
    }
  }

  if (error !== undefined) return <ErrorState error={error} />
  if (file === null)
    return (
      <Stack>
        <Alert color="yellow" title={texts.fileNeeded}>
          {texts.fileNeededText({ name: upload.name })}
        </Alert>
        <FileChooser onFile={(chosen) => void choose(chosen)} />
        {typeof refusal === 'string' ? (
          <Alert color="red" role="alert">
            {refusal}
          </Alert>
        ) : (
          refusal !== undefined && <ListProblem error={refusal} />
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
