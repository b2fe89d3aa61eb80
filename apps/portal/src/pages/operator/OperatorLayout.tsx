import { SectionNavigation } from '../../components/SectionNavigation.tsx'
import { useTexts } from '../../language/define-texts.ts'
import { operatorTexts } from '../../texts/operator.ts'

const PAGES = ['clients', 'routing', 'links', 'sending', 'instances', 'nodes', 'unmatched'] as const

/** The pages for operators, with links between them. */
export function OperatorLayout() {
  const { pages, sections } = useTexts(operatorTexts)
  const entries = PAGES.map((page) => ({ to: `/operator/${page}` as const, label: pages[page] }))
  return <SectionNavigation label={sections} pages={entries} />
}
