import assert from 'node:assert/strict'
import { type AlertSettings, Alerts } from '@heliograph/contracts'
import type { ServiceCase } from '../../../testkit/src/services/service-world.ts'

const code = (expected: string) => (error: unknown) => (error as { code?: unknown }).code === expected

const LOW_CREDIT: AlertSettings = {
  kind: 'credit-amount',
  limit: 100,
  email: 'desk@acme.example',
  url: null,
  language: 'en',
  isOn: true,
}

export const alertCases: readonly ServiceCase[] = [
  {
    name: 'alerts are kept, changed and removed by those who keep the account, and are nobody else’s',
    async run(world, { principal: { clientId } }) {
      const alerts = world.service(Alerts)
      const admin = await world.addUser(clientId, { role: 'admin' })
      const other = await world.addUser((await world.addClient()).principal.clientId, { role: 'admin' })
      const added = await alerts.add(admin, LOW_CREDIT)
      assert.deepEqual(added, { ...LOW_CREDIT, alertId: added.alertId, raisedAt: null, value: null })
      const { kind, ...settings } = LOW_CREDIT
      const url = 'https://acme.example/alerts'
      const changed = await alerts.change(admin, added.alertId, { ...settings, limit: 50.5, url, isOn: false })
      assert.deepEqual(changed, { ...added, limit: 50.5, url, isOn: false })
      assert.deepEqual(await alerts.list(admin), [changed])
      assert.deepEqual([await alerts.list(other), await alerts.events(admin, { limit: 10 })], [[], []])
      await assert.rejects(alerts.change(other, added.alertId, settings), code('alert-not-found'))
      await assert.rejects(alerts.remove(other, added.alertId), code('alert-not-found'))
      await alerts.remove(admin, added.alertId)
      assert.deepEqual(await alerts.list(admin), [])
    },
  },
  {
    name: 'alerts are not for users, and those of links for operators alone',
    async run(world, { principal: { clientId } }) {
      const alerts = world.service(Alerts)
      const [user, admin, operator] = await Promise.all([
        world.addUser(clientId, { role: 'user' }),
        world.addUser(clientId, { role: 'admin' }),
        world.addUser(clientId, { role: 'operator' }),
      ])
      const ofLinks: AlertSettings = { ...LOW_CREDIT, kind: 'link-down', limit: 5 }
      await assert.rejects(alerts.list(user), code('not-allowed'))
      await assert.rejects(alerts.add(user, LOW_CREDIT), code('not-allowed'))
      await assert.rejects(alerts.add(admin, ofLinks), code('not-allowed'))
      assert.equal((await alerts.add(operator, ofLinks)).kind, 'link-down')
      await assert.rejects(alerts.add(admin, { ...LOW_CREDIT, limit: 0 }), code('bad-alert'))
    },
  },
]
