import { IconBarrierBlock } from '@tabler/icons-react'
import { useTexts } from '../language/define-texts.ts'
import { shellTexts } from '../texts/shell.ts'
import { EmptyState } from './EmptyState.tsx'
import { PageHeader } from './PageHeader.tsx'

/** A page that is still being made. */
export function Soon({ page }: { readonly page: keyof typeof shellTexts.en.pages }) {
  const { pages, soonTitle, soonText } = useTexts(shellTexts)
  return (
    <>
      <PageHeader title={pages[page]} />
      <EmptyState Icon={IconBarrierBlock} title={soonTitle} text={soonText} />
    </>
  )
}
