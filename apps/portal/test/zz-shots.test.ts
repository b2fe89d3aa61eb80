import { test } from 'node:test'
import { portalForFile } from './support/portal.ts'
const portal = portalForFile()
const NAMES = ['Anna Botha', 'Ben Cele', 'Cara Dlamini-Van der Westhuizen of the Northern Region', 'David Evans', '', 'Fatima Gool', 'Grace Hlatshwayo', '', 'Ines Jacobs', 'Jan Kruger']
test('shots', async () => {
  for (const [i, name] of NAMES.entries()) {
    const mobile = `2783777000${i}`
    if (name) await portal.call('user', 'PUT', `/contacts/${mobile}`, { name, email: `${name.split(' ')[0]!.toLowerCase()}@example.com`, groups: i % 2 ? ['Patients'] : ['Staff', 'Night shift', 'North'], fields: { town: 'Paarl' } })
    await portal.gateway.receive(mobile, portal.accounts.number, ['Is my order ready?', 'Yes please, tomorrow at nine works for me. Thank you very much for the quick answer, that was helpful!', 'STOP', 'Running late', 'OK'][i % 5]!)
  }
  const m = '27837770001'
  const { records } = await portal.call<any>('user', 'GET', `/conversations?number=${m}`)
  const { channelId } = records[0]
  await portal.call('user', 'POST', `/conversations/${channelId}/${m}/messages`, { text: 'See you then, Ben. Bring your card, please.' })
  await portal.gateway.receive(m, portal.accounts.number, 'Will do 👍')
  await portal.call('user', 'POST', `/contacts/27837770003/status`, { status: 'opted-out' })
  await portal.call('user', 'POST', `/contacts/27837770003/status`, { status: 'opted-in' })
  for (const width of [1440, 390]) for (const colorScheme of ['light', 'dark'] as const) {
    for (const [name, path, ready] of [['import', '/contacts/import', 'Choose a file'],
      ['inbox', `/inbox/${m}`, 'See you then'], ['inbox-list', '/inbox', 'Running late'], ['optout', '/inbox/27837770002', 'confirmation'], ['contacts', '/contacts', 'Person 1'], ['contact', '/contacts/27837770003', 'Audit trail'],
    ] as const) {
      const page = await portal.logInAs('user', path, { viewport: { width, height: width === 390 ? 844 : 900 }, colorScheme })
      await page.getByText(ready).first().waitFor()
      if (name === 'import') { await page.locator('input[type=file]').setInputFiles({ name: 'list.csv', mimeType: 'text/csv', buffer: Buffer.from('number,Full name,Town,Groups\n' + Array.from({ length: 40 }, (_, i) => `083555${String(i).padStart(4, '0')},Person ${i},Paarl,Staff;North`).join('\n') + '\n12,x,y,z\n') }); await page.getByText('What is in each column?').waitFor()
        await page.screenshot({ path: `/tmp/p5-shots/${name}-map-${width}-${colorScheme}.png` })
        await page.getByRole('button', { name: /^Import \d/ }).click(); await page.getByText('The import is done').waitFor() }
      await page.screenshot({ path: `/tmp/p5-shots/${name}-${width}-${colorScheme}.png` })
      await page.close()
    }
  }
})
