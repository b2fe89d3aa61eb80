import { Alert } from '@mantine/core'
import { useTexts } from '../../language/define-texts.ts'
import { uploadTexts } from '../../texts/uploads.ts'

/** Why an upload has stopped on its own. */
export function StopReason({ code }: { readonly code: string }) {
  const { reasons } = useTexts(uploadTexts)
  const { other, ...known } = reasons
  return (
    <Alert color="yellow" role="alert">
      {known[code as keyof typeof known] ?? other({ code })}
    </Alert>
  )
}
