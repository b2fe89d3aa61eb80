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
import { useLanguage } from '../language/language.tsx'

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

/** A page of a plugin, as menus and the palette show it. */
export interface PluginEntry {
  /** Below `/portal`. */
  readonly to: string
  readonly label: string
  readonly Icon: TablerIcon
}

/** The pages that plugins bring, in the viewer's language; none until they have come. */
export function usePluginEntries(): readonly PluginEntry[] {
  const { language } = useLanguage()
  const { data: pages = [] } = usePluginPages()
  return pages.map((page) => ({
    to: `/plugins/${page.instanceId}/${page.pageId}`,
    label: titleIn(page, language),
    Icon: ICONS[page.icon],
  }))
}
