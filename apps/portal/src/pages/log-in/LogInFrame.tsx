import { Paper, Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import { PageHeader } from '../../components/PageHeader.tsx'
import { Logo } from '../../layout/Logo.tsx'
import { LanguageLinks } from './LanguageLinks.tsx'

/** The frame of all pages that are shown before the login. */
export function LogInFrame({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <Stack component="main" mih="100dvh" p="md" gap="lg" align="center" justify="center">
      <Logo />
      <Paper w="100%" maw="24rem" shadow="xs">
        <PageHeader title={title} />
        {children}
      </Paper>
      <LanguageLinks />
    </Stack>
  )
}
