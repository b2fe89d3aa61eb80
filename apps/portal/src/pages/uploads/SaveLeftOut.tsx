import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import { api, type Schemas } from '../../api/client.ts'
import { notifyProblem } from '../../components/notify.tsx'
import { type LeftRows, rowsWithReasons } from '../../files/rows-with-reasons.ts'
import { useTexts } from '../../language/define-texts.ts'
import { uploadTexts } from '../../texts/uploads.ts'
import { saveFile } from '../messages/export-messages.ts'

/** Rows of a request. */
const ROWS_AT_ONCE = 500

/** A button that saves the rows that are left out as CSV, each with the reason. */
export function SaveLeftOut({ upload }: { readonly upload: Schemas['Upload'] }) {
  const texts = useTexts(uploadTexts)
  const [isBusy, setBusy] = useState(false)

  async function save() {
    setBusy(true)
    try {
      const rows = await leftOutRows(upload.uploadId, texts.problems)
      const header = upload.plan?.hasHeader ? await headerOf(upload.uploadId) : []
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

async function leftOutRows(
  uploadId: number,
  reasons: Readonly<Record<Schemas['UploadProblem'], string>>,
): Promise<LeftRows['rows']> {
  const rows: LeftRows['rows'][number][] = []
  for (let cursor: number | null = 0; cursor !== null; ) {
    const query = { problem: 'any' as const, limit: ROWS_AT_ONCE, cursor }
    const { data } = await api.GET('/uploads/{uploadId}/rows', { params: { path: { uploadId }, query } })
    const { records, next } = data as Schemas['UploadRowList']
    for (const { cells, problem } of records)
      if (problem !== null) rows.push({ cells: cells ?? [], reason: reasons[problem] })
    cursor = next
  }
  return rows
}

async function headerOf(uploadId: number): Promise<readonly string[]> {
  const { data } = await api.GET('/uploads/{uploadId}/columns', { params: { path: { uploadId } } })
  return (data as Schemas['UploadColumns']).rows[0] ?? []
}
