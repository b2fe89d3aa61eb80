import { useTexts } from '../language/define-texts.ts'
import { pluginPageTexts } from '../texts/plugin-pages.ts'
import { type NavigationPlace, NavigationSection } from './NavigationSection.tsx'
import { usePluginEntries } from './use-plugin-entries.ts'

/** Links to the pages that plugins bring; nothing when there are none. */
export default function PluginLinks(place: NavigationPlace) {
  const { group } = useTexts(pluginPageTexts)
  const entries = usePluginEntries()
  if (entries.length === 0) return null
  return <NavigationSection id="plugins" title={group} entries={entries} {...place} />
}
