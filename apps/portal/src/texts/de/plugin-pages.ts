import type { pluginPageTexts } from '../plugin-pages.ts'
import type { Translated } from '../translation.ts'

export const pluginPages: Translated<typeof pluginPageTexts> = {
  group: 'Erweiterungen',
  leftTitle: 'Diese Seite ist woandershin gegangen',
  left: 'Die Seite einer Erweiterung bleibt an ihrem Platz; darum hat das Portal sie geschlossen.',
  open: 'Wieder öffnen',
}
