import { Alert } from '@mantine/core'
import { ErrorState } from '../components/ErrorState.tsx'
import { useTexts } from '../language/define-texts.ts'
import { listFileTexts } from '../texts/list-files.ts'
import { ListFault } from './list-fault.ts'

/** Why a file was not taken: in a sentence of its own, or as any other error. */
export function ListProblem({ error }: { readonly error: unknown }) {
  const texts = useTexts(listFileTexts)
  if (!(error instanceof ListFault)) return <ErrorState error={error} />
  return (
    <Alert color="red" role="alert">
      {texts[error.code]}
    </Alert>
  )
}
