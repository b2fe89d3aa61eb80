import { Stack } from '@mantine/core'
import { useState } from 'react'
import { PageHeader } from '../../components/PageHeader.tsx'
import { useTexts } from '../../language/define-texts.ts'
import { developerTexts } from '../../texts/developers.ts'
import { ApiKeys } from './ApiKeys.tsx'
import { Examples } from './Examples.tsx'
import { LatestMessages } from './LatestMessages.tsx'
import { Requests } from './Requests.tsx'

/** Keys and examples. A new key is kept in the examples as long as the page is open, and nowhere else. */
export function DevelopersPage() {
  const texts = useTexts(developerTexts)
  const [apiKey, setApiKey] = useState<string>()
  return (
    <>
      <PageHeader title={texts.title} description={texts.description} />
      <Stack gap="lg">
        <ApiKeys newKey={apiKey} onNewKey={setApiKey} />
        <Examples apiKey={apiKey} onNewKey={setApiKey} />
        <Requests />
        <LatestMessages />
      </Stack>
    </>
  )
}
