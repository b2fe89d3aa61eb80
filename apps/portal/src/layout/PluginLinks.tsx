import {
  IconAddressBook,
  IconChartHistogram,
  IconDeviceMobileMessage,
  IconListSearch,
  IconReportAnalytics,
  IconSend,
  IconServerCog,
  IconWebhook,
  type TablerIcon,
} from '@tabler/icons-react'
import type { Schemas } from '../api/client.ts'
import { titleIn, usePluginPages } from '../components/use-plugin-pages.ts'
import { useTexts } from '../language/define-texts.ts'
import { useLanguage } from '../language/language.tsx'
import { pluginPageTexts } from '../texts/plugin-pages.ts'
import { NavigationSection } from './NavigationSection.tsx'

/** Pictures that the navigation has loaded for its own pages. */
const ICONS: Readonly<Record<Schemas['PluginPageIcon'], TablerIcon>> = {
  chart: IconChartHistogram,
  list: IconListSearch,
  message: IconDeviceMobileMessage,
  people: IconAddressBook,
  report: IconReportAnalytics,
  send: IconSend,
  settings: IconServerCog,
  webhook: IconWebhook,
}

/** Links to the pages that plugins bring; nothing when there are none. */
export default function PluginLinks({ onGo }: { readonly onGo: () => void }) {
  const { group } = useTexts(pluginPageTexts)
  const { language } = useLanguage()
  const { data: pages = [] } = usePluginPages()
  if (pages.length === 0) return null
  const entries = pages.map((page) => ({
    to: `/plugins/${page.instanceId}/${page.pageId}`,
    label: titleIn(page, language),
    Icon: ICONS[page.icon],
  }))
  return <NavigationSection id="plugins" title={group} entries={entries} onGo={onGo} />
}
