import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import type { Schemas } from '../../api/client.ts'
import { notifyProblem } from '../../components/notify.tsx'
import { rowsWithReasons } from '../../files/rows-with-reasons.ts'
import { useTexts } from '../../language/define-texts.ts'
import { uploadTexts } from '../../texts/uploads.ts'
import { saveFile } from '../messages/export-messages.ts'
import { loadHeader, loadLeftOut } from './queries.ts'

/** A button that saves the rows that are left out as CSV, each with the reason. */
export function SaveLeftOut({ upload }: { readonly upload: Schemas['Upload'] }) {
  const texts = useTexts(uploadTexts)
  const [isBusy, setBusy] = useState(false)

  async function save() {
    setBusy(true)
    try {
      const leftOut = await loadLeftOut(upload.uploadId)
      const rows = leftOut.flatMap(({ cells, problem }) =>
        problem === null ? [] : [{ cells: cells ?? [], reason: texts.problems[problem] }],
      )
      const header = upload.plan?.hasHeader ? await loadHeader(upload.uploadId) : []
      const name = upload.name.replace(/\.[^.]*$/, '')
      saveFile(rowsWithReasons(`${name}-left-out.csv`, { header, reason: texts.reason, rows }))
    } catch (error) {
      notifyProblem(error)
    } finally {
      setBusy(false)
    }
  }

  return (
    <Button
      variant="default"
      size="xs"
      loading={isBusy}
      leftSection={<IconDownload size={16} aria-hidden />}
      onClick={() => void save()}
    >
      {texts.saveLeftOut}
    </Button>
  )
}
