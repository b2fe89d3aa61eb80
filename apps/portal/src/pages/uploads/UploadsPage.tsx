import { Anchor, Stack } from '@mantine/core'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { PageHeader } from '../../components/PageHeader.tsx'
import { ListProblem } from '../../files/ListProblem.tsx'
import { openList } from '../../files/open-list.ts'
import { useTexts } from '../../language/define-texts.ts'
import { campaignTexts } from '../../texts/campaigns.ts'
import { shellTexts } from '../../texts/shell.ts'
import { uploadTexts } from '../../texts/uploads.ts'
import { FileChooser, MOST_OCTETS } from './FileChooser.tsx'
import { keepFile } from './kept-files.ts'
import { addUpload } from './queries.ts'

/** A way to upload a file of numbers. */
export function UploadsPage() {
  const texts = useTexts(uploadTexts)
  const { pages } = useTexts(shellTexts)
  const campaigns = useTexts(campaignTexts)
  const navigate = useNavigate()
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>()

  async function begin(file: File) {
    setError(undefined)
    setBusy(true)
    try {
      const list = await openList(file, MOST_OCTETS)
      const { uploadId } = await addUpload(file.name, list.size)
      await keepFile(uploadId, list)
      await navigate({ to: '/uploads/$uploadId', params: { uploadId: String(uploadId) } })
    } catch (problem) {
      setError(problem)
    } finally {
      setBusy(false)
    }
  }

  return (
    <>
      <PageHeader title={pages.uploads} description={texts.description} />
      <Stack gap="lg">
        <FileChooser onFile={(file) => void begin(file)} isBusy={isBusy} />
        {error !== undefined && <ListProblem error={error} />}
        <Anchor component={Link} to="/campaigns">
          {campaigns.all}
        </Anchor>
      </Stack>
    </>
  )
}
