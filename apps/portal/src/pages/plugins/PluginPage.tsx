import { useParams } from '@tanstack/react-router'
import { ErrorState } from '../../components/ErrorState.tsx'
import { LoadingRows } from '../../components/LoadingRows.tsx'
import { PageHeader } from '../../components/PageHeader.tsx'
import { titleIn, usePluginPages } from '../../components/use-plugin-pages.ts'
import { useLanguage } from '../../language/language.tsx'
import { NotFound } from '../../layout/NotFound.tsx'
import { useMe } from '../../session/session.ts'
import { PluginFrame } from './PluginFrame.tsx'

/** A page that a plugin brings. */
export function PluginPage() {
  const { instance, page } = useParams({ from: '/shell/plugins/$instance/$page' })
  const { language } = useLanguage()
  const { clientId } = useMe()
  const pages = usePluginPages()
  if (pages.isPending) return <LoadingRows />
  if (pages.isError) return <ErrorState error={pages.error} onRetry={() => void pages.refetch()} />
  const found = pages.data.find(({ instanceId, pageId }) => instanceId === instance && pageId === page)
  if (found === undefined) return <NotFound />
  const title = titleIn(found, language)
  return (
    <>
      <PageHeader title={title} />
      {/* Started afresh for another client, so that nothing of one is shown to the other. */}
      <PluginFrame key={`${instance}/${page}/${clientId}`} page={found} title={title} />
    </>
  )
}
