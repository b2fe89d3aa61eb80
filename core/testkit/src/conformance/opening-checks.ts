import assert from 'node:assert/strict'
import type { CarrierLink } from '@heliograph/contracts'
import { type AnyPluginModule, type CarrierKit, type CarrierWorld, withCarrierKit } from './carrier-kit.ts'
import type { CarrierNetwork } from './carrier-network.ts'
import type { Check } from './check.ts'

/** The contract's rules for opening and closing links: only one node uses a link, or a share of it, at a time. */
export function openingChecks(module: AnyPluginModule, world: CarrierWorld): readonly Check[] {
  const withKit = (work: (kit: CarrierKit) => Promise<void>) => async () => {
    await withCarrierKit(module, world, work)
  }
  const { network } = world
  return [
    { name: 'links have open and close, or neither', run: withKit(checkBoth) },
    { name: 'links are down until they are opened, come up and say so', run: withKit(checkComingUp) },
    { name: 'links opened before start come up', run: withKit(checkEarlyOpen) },
    { name: 'a closed link is down at once and takes nothing', run: withKit((kit) => checkClosed(kit, network)) },
    { name: 'a closed link can be opened again', run: withKit(checkOpenAgain) },
    { name: 'messages outstanding when a link is closed are answered', run: withKit(checkAnswers) },
    { name: 'a link that must not wait is closed anyway', run: withKit(checkImpatience) },
    { name: 'links may be opened and closed twice', run: withKit(checkTwice) },
    { name: 'a link that nodes share uses what belongs to its open shares', run: withKit(checkShares) },
    ...(network
      ? [{ name: 'closed links have no connections', run: withKit((kit) => checkConnections(kit, network)) }]
      : []),
  ]
}

type ClosableLink = CarrierLink & Required<Pick<CarrierLink, 'open' | 'close'>>

/** The links that can be opened and closed. */
function closable({ carrier }: CarrierKit): readonly ClosableLink[] {
  return carrier.links.filter((link): link is ClosableLink => link.open !== undefined && link.close !== undefined)
}

function close(kit: CarrierKit, link: ClosableLink, signal = new AbortController().signal): Promise<void> {
  const closed = link.close(signal)
  assert.equal(link.isUp(), false, `link ${link.name} is up after close`)
  return kit.settled(closed)
}

async function checkBoth({ carrier }: CarrierKit): Promise<void> {
  for (const link of carrier.links) {
    assert.equal(typeof link.open, typeof link.close, `link ${link.name} has only one of open and close`)
  }
}

async function checkComingUp(kit: CarrierKit): Promise<void> {
  const { changes, carrier } = kit
  for (const link of carrier.links) assert.equal(link.isUp(), false, `link ${link.name} is up before start`)
  await kit.settled(kit.start())
  await kit.pass()
  for (const link of closable(kit)) assert.equal(link.isUp(), false, `link ${link.name} is up before it is opened`)
  await kit.open()
  for (const link of carrier.links) assert.ok(changes.get(link), `link ${link.name} came up without a change notice`)
}

async function checkEarlyOpen(kit: CarrierKit): Promise<void> {
  for (const link of closable(kit)) link.open()
  await kit.settled(kit.start())
  await kit.until('every link to be up', () => kit.carrier.links.every((link) => link.isUp()))
}

async function checkClosed(kit: CarrierKit, network: CarrierNetwork | undefined): Promise<void> {
  await kit.open()
  for (const link of closable(kit)) {
    const before = kit.changes.get(link)
    await close(kit, link)
    assert.notEqual(kit.changes.get(link), before, `link ${link.name} went down without a change notice`)
    const [outcome] = await kit.submit(link, kit.message())
    assert.equal(outcome?.kind, 'not-sent', `link ${link.name} answers ${outcome?.kind} after close`)
  }
  await kit.pass()
  for (const link of closable(kit)) assert.equal(link.isUp(), false, `link ${link.name} is up after close`)
  if (network) assert.deepEqual(network.taken, [], 'the network was given a message after close')
}

async function checkOpenAgain(kit: CarrierKit): Promise<void> {
  await kit.open()
  for (const link of closable(kit)) {
    await close(kit, link)
    link.open()
    await kit.until(`link ${link.name} to be up again`, () => link.isUp())
    // Without waiting for the close to end.
    const closed = link.close(new AbortController().signal)
    link.open()
    await kit.settled(closed)
    await kit.until(`link ${link.name} to be up again`, () => link.isUp())
    const [outcome] = await kit.submit(link, kit.message())
    assert.equal(outcome?.kind, 'accepted', `link ${link.name} answers ${outcome?.kind} when it is open again`)
  }
}

async function checkAnswers(kit: CarrierKit): Promise<void> {
  await kit.open()
  for (const link of closable(kit)) {
    const answers = [kit.submit(link, kit.message()), kit.submit(link, kit.message())]
    await close(kit, link)
    const kinds = (await Promise.all(answers)).flat().map(({ kind }) => kind)
    assert.deepEqual(kinds, ['accepted', 'accepted'], `link ${link.name} did not wait for answers`)
  }
}

async function checkImpatience(kit: CarrierKit): Promise<void> {
  await kit.open()
  for (const link of closable(kit)) {
    const answer = kit.submit(link, kit.message())
    await close(kit, link, AbortSignal.abort())
    await answer
  }
}

async function checkTwice(kit: CarrierKit): Promise<void> {
  for (const link of closable(kit)) await close(kit, link)
  await kit.open()
  for (const link of closable(kit)) {
    link.open()
    assert.equal(link.isUp(), true, `link ${link.name} went down when it was opened again`)
    await Promise.all([close(kit, link), close(kit, link)])
    await close(kit, link)
  }
}

/** Rates of all nodes have to add up to that of the link, at each moment. */
async function checkShares(kit: CarrierKit): Promise<void> {
  const { carrier } = kit
  const divided = closable(kit).filter(({ shares = 1 }) => shares > 1)
  assert.equal(divided.length, carrier.links.filter(({ shares = 1 }) => shares > 1).length, 'no open and close')
  await kit.settled(kit.start())
  for (const link of divided) {
    const { shares = 1, name } = link
    link.open(1)
    await kit.until(`a share of link ${name} to be up`, () => link.isUp())
    const { partsPerSecond, window } = link
    link.open(shares)
    assert.equal(link.partsPerSecond, shares * partsPerSecond, `the rate of link ${name} is not that of its shares`)
    await kit.until(`the window of link ${name} to be that of all shares`, () => link.window >= shares * window)
    await kit.settled(link.close(new AbortController().signal, 1))
    assert.equal(link.isUp(), true, `link ${name} is down though a share is open`)
    assert.equal(link.partsPerSecond, partsPerSecond, `the rate of link ${name} is more than that of its share`)
    const [outcome] = await kit.submit(link, kit.message())
    assert.equal(outcome?.kind, 'accepted', `link ${name} answers ${outcome?.kind} over its last share`)
  }
}

async function checkConnections(kit: CarrierKit, network: CarrierNetwork): Promise<void> {
  if (closable(kit).length < kit.carrier.links.length) return
  await kit.settled(kit.start())
  await kit.pass()
  assert.equal(network.connections, 0, 'there are connections before open')
  await kit.open()
  assert.ok(network.connections > 0, 'links are up without a connection')
  await Promise.all(closable(kit).map((link) => close(kit, link)))
  await kit.pass()
  assert.equal(network.connections, 0, 'there are connections after close')
}
