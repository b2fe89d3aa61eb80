import { openPortal } from '/portal/bridge.js'

const portal = await openPortal()
const write = (id, value) => {
  document.getElementById(id).textContent = JSON.stringify(value)
}
const told = (error) => [error.category, error.code, error.message]

portal.onChange((state) => write('state', state))
write('state', portal.state)
for (const [id, act] of Object.entries({
  notify: () => portal.notify('Points saved'),
  go: () => portal.navigate('/messages'),
  tall: () => portal.setHeight(1234),
  leave: () => location.assign('/plugin-pages/loyalty/thief/'),
}))
  document.getElementById(id).onclick = act
write('found', {
  who: await portal.call('who', { more: 7 }),
  headers: await portal.call('headers'),
  refused: await portal.call('refuse').catch(told),
  wrong: await portal.call('who', { more: 'x' }).catch(told),
  lang: document.documentElement.lang,
})
