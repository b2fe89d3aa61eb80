/** A browser without pages: it keeps cookies and follows redirects when it is told to. */
export type Visit = (url: string, init?: RequestInit) => Promise<Response>

export function startVisit(): Visit {
  const cookies = new Map<string, string>()
  return async (url, init = {}) => {
    const headers = new Headers(init.headers)
    headers.set('cookie', [...cookies].map((pair) => pair.join('=')).join('; '))
    const answer = await fetch(url, { ...init, headers, redirect: 'manual' })
    for (const cookie of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
      cookies.set(name, value)
    }
    return answer
  }
}

/** Says at the provider who one is, agrees to everything, and resolves with the address that it sends browsers to. */
export async function passProvider(visit: Visit, url: string, email: string): Promise<URL> {
  const { origin } = new URL(url)
  let here = new URL(url)
  while (here.origin === origin) {
    const page = await visit(here.href)
    here = new URL(page.headers.get('location') ?? (await answerForm(visit, await page.text(), email)), here)
  }
  return here
}

/** Sends the form of a page of the provider, and resolves with where it leads. */
async function answerForm(visit: Visit, page: string, email: string): Promise<string> {
  const [, action = ''] = /action="([^"]+)"/.exec(page) ?? []
  const [, prompt = ''] = /name="prompt" value="(\w+)"/.exec(page) ?? []
  const body = new URLSearchParams({ prompt, login: email, password: 'any' })
  const answer = await visit(action, { method: 'POST', body })
  return answer.headers.get('location') ?? ''
}
