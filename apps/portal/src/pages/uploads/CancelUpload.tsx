import { Button, Group } from '@mantine/core'
import { useState } from 'react'
import type { Schemas } from '../../api/client.ts'
import { notifyProblem } from '../../components/notify.tsx'
import { useTexts } from '../../language/define-texts.ts'
import { uploadTexts } from '../../texts/uploads.ts'
import { cancelCampaign } from '../campaigns/queries.ts'

interface CancelUploadProps {
  readonly upload: Schemas['Upload']
  readonly onChange: (upload: Schemas['Upload']) => void
}

/** A button that cancels an upload, once the answer to a second one is yes. */
export function CancelUpload({ upload: { uploadId }, onChange }: CancelUploadProps) {
  const texts = useTexts(uploadTexts)
  const [isAsking, setAsking] = useState(false)
  const [isBusy, setBusy] = useState(false)

  async function cancel() {
    setBusy(true)
    try {
      onChange(await cancelCampaign(uploadId))
    } catch (error) {
      notifyProblem(error)
    } finally {
      setBusy(false)
      setAsking(false)
    }
  }

  if (!isAsking)
    return (
      <Button variant="default" onClick={() => setAsking(true)}>
        {texts.cancel}
      </Button>
    )
  return (
    <Group gap="xs">
      <Button color="red" loading={isBusy} onClick={() => void cancel()}>
        {texts.cancelSure}
      </Button>
      <Button variant="default" onClick={() => setAsking(false)}>
        {texts.keep}
      </Button>
    </Group>
  )
}
