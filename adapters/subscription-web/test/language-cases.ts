import type { AdapterCase } from '@heliograph/testkit'
import { CLIENT_NAME, change, linkOf, MOBILE } from './requests.ts'

/** `Accept-Language` of browsers, and the language of the page. */
const LANGUAGES: readonly (readonly [header: string | undefined, language: 'en' | 'fr'])[] = [
  [undefined, 'en'],
  ['', 'en'],
  ['fr', 'fr'],
  ['fr-FR,fr;q=0.9,en;q=0.8', 'fr'],
  ['FR-ca', 'fr'],
  ['en-GB,en;q=0.9,fr;q=0.8', 'en'],
  ['de,fr;q=0.7,en;q=0.3', 'fr'],
  ['de,es', 'en'],
  ['fr;q=0', 'en'],
  ['fr;q=0.5,en;q=0.5', 'en'],
  ['fr;q=nonsense', 'en'],
  [`${'x,'.repeat(1000)}fr`, 'en'],
]

const TITLES = { en: 'You have opted out', fr: 'Vous êtes désinscrit' }

/** Pages in the language of the reader. */
export const languageCases: readonly AdapterCase[] = [
  ...LANGUAGES.map(
    ([header, language]): AdapterCase => ({
      name: `Accept-Language: ${header?.slice(0, 40)} gives ${language}`,
      request: { headers: { 'accept-language': header } },
      expect: {
        status: 200,
        headers: { 'content-language': language },
        body: (text: string) => text.includes(`<html lang="${language}">`) && text.includes(TITLES[language]),
        events: [change('out', true)],
      },
    }),
  ),
  {
    name: 'opt-out in French',
    request: { headers: { 'accept-language': 'fr' } },
    expect: {
      status: 200,
      body: (text: string) => text.includes(`Le +${MOBILE} ne recevra plus de messages de ${CLIENT_NAME}.`),
      events: [change('out', true)],
    },
  },
  {
    name: 'opt-in in French',
    request: { path: linkOf('in'), headers: { 'accept-language': 'fr' } },
    expect: {
      status: 200,
      body: (text: string) => text.includes(`Le +${MOBILE} recevra les messages de ${CLIENT_NAME}.`),
      events: [change('in', false)],
    },
  },
  ...(
    [
      [linkOf('out', 'abc'), 400, "Format d'URL invalide"],
      [linkOf('out', MOBILE, 0), 400, 'Identifiant client invalide'],
      [linkOf('out', MOBILE, 77), 404, 'Client introuvable'],
    ] as const
  ).map(
    ([path, status, title]): AdapterCase => ({
      name: `${status} in French: ${title}`,
      request: { path, headers: { 'accept-language': 'fr' } },
      expect: { status, body: (text: string) => text.includes(title.replace("'", '&#39;')) },
    }),
  ),
]
