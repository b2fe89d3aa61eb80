import { Anchor } from '@mantine/core'
import { IconPaperclip } from '@tabler/icons-react'
import type { Schemas } from '../../api/client.ts'
import { apiUrl } from '../../api/requests.ts'
import { useTexts } from '../../language/define-texts.ts'
import { useFormatters } from '../../language/language.tsx'
import { inboxTexts } from '../../texts/inbox.ts'

/** The files that came in with a message: each is a link by which it is saved. */
export function Attachments({ files }: { readonly files: readonly Schemas['Attachment'][] }) {
  const texts = useTexts(inboxTexts)
  const { comma, fileSize } = useFormatters()
  return files.map(({ blobId, fileName, mediaType, size }) => (
    <Anchor key={blobId} href={apiUrl(`/attachments/${blobId}`)} download display="block" dir="auto">
      <IconPaperclip size={14} aria-hidden /> {fileName ?? texts.fileKinds[kindOf(mediaType)]}
      {comma}
      {fileSize(size)}
    </Anchor>
  ))
}

function kindOf(mediaType: string): 'image' | 'video' | 'audio' | 'other' {
  const [kind] = mediaType.split('/')
  return kind === 'image' || kind === 'video' || kind === 'audio' ? kind : 'other'
}
