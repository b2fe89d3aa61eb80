import { useQuery } from '@tanstack/react-query'
import { answerOf, api, type Schemas } from '../api/client.ts'
import type { Language } from '../language/languages.ts'

/** The pages that plugins bring, for this user. They change only when the gateway is restarted. */
export function usePluginPages() {
  return useQuery({
    queryKey: ['plugin-pages'],
    queryFn: async ({ signal }) => (await answerOf(api.GET('/plugin-pages', { signal }))).records,
    staleTime: Number.POSITIVE_INFINITY,
  })
}

/** The title of a page for the viewer. */
export function titleIn({ title }: Pick<Schemas['PluginPage'], 'title'>, language: Language): string {
  return title[language] ?? title.en ?? ''
}
