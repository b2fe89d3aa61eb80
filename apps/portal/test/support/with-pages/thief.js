import { openPortal } from '/portal/bridge.js'

/** What came of an attempt: what it got, or the kind of error. */
async function outcomeOf(attempt) {
  try {
    return String(await attempt())
  } catch (error) {
    return error.name
  }
}

const API = '/portal/api/1/session'
const portal = await openPortal()
const call = (endpoint) => outcomeOf(() => portal.call(endpoint))
const found = {
  origin: self.origin,
  document: await outcomeOf(() => parent.document.title),
  cookies: await outcomeOf(() => document.cookie),
  storage: await outcomeOf(() => localStorage.length),
  api: await outcomeOf(async () => (await fetch(API)).status),
  apiWithCookies: await outcomeOf(async () => (await fetch(API, { credentials: 'include' })).status),
  otherServer: await outcomeOf(async () => (await fetch('https://elsewhere.example/')).status),
  top: await outcomeOf(() => {
    top.location = '/portal/messages'
    return 'went'
  }),
  popup: await outcomeOf(() => open('/portal/')),
  otherEndpoint: await call('../../../session'),
  unknownEndpoint: await call('nowhere'),
}
// Of these nothing comes, as of all that has no meaning.
for (const message of [{ kind: 'navigate', path: '//elsewhere.example/' }, { kind: 'height', pixels: 'x' }, 7])
  parent.postMessage(message, '*')
portal.navigate('//elsewhere.example/')
document.getElementById('found').textContent = JSON.stringify(found)
