import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import type { Brand } from '@heliograph/contracts'
import { contrast, readColor } from '../src/brand/contrast.ts'
import { contrastOf, nearestReadable, paletteOf } from '../src/brand/palette.ts'
import { readBrand } from '../src/brand/read-brand.ts'
import { configurationError, load, summaries, type Written } from './configuration-fixture.ts'
import { createTestHost, fakeAdapter, startTestHost } from './host-fixture.ts'

const SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"></svg>'

const brandOf = async (...[context, written]: Parameters<typeof load>) => readBrand(await load(context, written))

test('brand: without the section, the product is itself', async (context) => {
  const { brand } = await brandOf(context, {})
  assert.deepEqual(brand, { name: 'Heliograph', logo: undefined, icon: undefined, palette: undefined })
})

test('brand: a name alone comes with its first letter as logo and icon', async (context) => {
  const { brand } = await brandOf(context, { overrides: ['brand={ name: « élan », color: "#7a1f5c" }'] })
  const text = Buffer.from(brand.logo?.octets ?? []).toString()
  assert.match(text, /^<svg xmlns.* fill="#7a1f5c".*>É<\/text><\/svg>$/)
  assert.equal(brand.icon, brand.logo)
  assert.equal(brand.name, '« élan »')
})

test('brand: instances get the name, the images from beside the configuration file, and the tones', async (context) => {
  let given: Brand | undefined
  const adapter = fakeAdapter({
    create({ brand }) {
      given = brand
      return {}
    },
  })
  const yaml =
    'brand: { name: Acme SMS, logo: logo.svg, icon: icon.svg, color: "#7a1f5c" }\ninstances: { a: { use: x } }'
  const files = { 'logo.svg': `<?xml version="1.0"?>\n<!-- by hand -->\n${SVG}`, 'icon.svg': SVG }
  await startTestHost(context, { yaml, files, packages: { x: adapter } })
  assert.deepEqual(
    [given?.name, given?.logo?.type, given?.logo?.octets.length, given?.icon?.octets.length, given?.palette?.tones[7]],
    ['Acme SMS', 'image/svg+xml', files['logo.svg'].length, SVG.length, '#7a1f5c'],
  )
})

test('brand: a PNG is one by its first octets, whatever its name', async (context) => {
  const folder = await mkdtemp(join(tmpdir(), 'heliograph-brand-'))
  context.after(() => rm(folder, { recursive: true }))
  await writeFile(join(folder, 'logo'), Buffer.from('89504e470d0a1a0a00', 'hex'))
  const { brand } = await brandOf(context, { overrides: [`brand.logo=${join(folder, 'logo')}`] })
  assert.equal(brand.logo?.type, 'image/png')
})

/** As text, so that its first octets are others. */
const PNG = '\u0089PNG\r\n'

const PROBLEMS: readonly (Written & { readonly name: string; readonly problem: string })[] = [
  {
    name: 'a logo that is not there',
    yaml: 'brand:\n  logo: none.svg\n',
    problem: ' | The file FOLDER/none.svg cannot be read (ENOENT). | Check the path and the permissions.',
  },
  {
    name: 'a logo that is a folder',
    yaml: 'brand:\n  logo: .\n',
    problem: ' | It is no file. | Give an SVG or PNG file of at most 100 KiB.',
  },
  {
    name: 'a logo that is too large',
    yaml: 'brand:\n  logo: a.svg\n',
    files: { 'a.svg': SVG + ' '.repeat(102_400) },
    problem: ` | The file has ${102_400 + SVG.length} octets. | Give an SVG or PNG file of at most 100 KiB.`,
  },
  ...[PNG, '', '<html><svg xmlns="http://www.w3.org/2000/svg"/></html>', '<!DOCTYPE svg [<!ENTITY a "b">]><svg>'].map(
    (text) => ({
      name: `a logo that is ${JSON.stringify(text)}`,
      yaml: 'brand:\n  logo: a.svg\n',
      files: { 'a.svg': text },
      problem: ' | The file is neither SVG nor PNG. | Give an SVG or PNG file of at most 100 KiB.',
    }),
  ),
  {
    name: 'an SVG that browsers show in pages only',
    yaml: 'brand:\n  logo: a.svg\n',
    files: { 'a.svg': '<svg viewBox="0 0 1 1"/>' },
    problem:
      ' | The SVG does not name its namespace, without which browsers do not show it as an image. | Begin it with <svg xmlns="http://www.w3.org/2000/svg" ...>.',
  },
  ...['<script>alert(1)</script>', '<rect onload="alert(1)"/>', '<a href="javascript:alert(1)"/>'].map((inner) => ({
    name: `an SVG with ${inner}`,
    yaml: 'brand:\n  logo: a.svg\n',
    files: { 'a.svg': SVG.replace('></svg>', `>${inner}</svg>`) },
    problem: ' | The SVG has a script. | Export it without scripts, as a plain SVG.',
  })),
  {
    name: 'an SVG that loads something',
    yaml: 'brand:\n  logo: a.svg\n',
    files: { 'a.svg': SVG.replace('></svg>', '><image href="https://cdn.example/x.png"/></svg>') },
    problem:
      ' | The SVG loads something from elsewhere, which browsers do not do for an image. | Embed what it loads, or export it as a plain SVG.',
  },
  {
    name: 'a colour on which nothing can be read',
    yaml: 'brand:\n  color: "#e0a100"\n',
    problem:
      ' | Text in this colour, or white text on it, is hard to read: its contrast is 2 to 1, and 4.5 is needed. | The nearest shade of it that will do is #906800.',
  },
]

for (const { name, problem, ...written } of PROBLEMS)
  test(`brand: ${name} is refused before anything starts, with a remedy`, async (context) => {
    const { host } = await createTestHost(context, written)
    const [found = '', ...more] = summaries(await configurationError(() => host.plan()))
    assert.match(found, /^gateway\.yaml:2 brand\.(logo|color)="/)
    assert.equal(found.slice(found.indexOf(' | ')).replace(/ \/\S*\/(?=none)/, ' FOLDER/'), problem)
    assert.deepEqual(more, [])
  })

test('brand: a name of two lines, or none, and a colour by name are refused by the schema', async (context) => {
  for (const override of ['brand.name="a\\nb"', 'brand.name=""', 'brand.name=" a"', 'brand.color=red'])
    assert.equal(
      (await configurationError(() => load(context, { overrides: [override] }))).problems.length,
      1,
      override,
    )
})

/** Every 51st step of each part of a colour: 216 of them. */
const PARTS = [0, 51, 102, 153, 204, 255]
const COLORS = PARTS.flatMap((red) =>
  PARTS.flatMap((green) =>
    PARTS.map((blue) => `#${[red, green, blue].map((each) => each.toString(16).padStart(2, '0')).join('')}`),
  ),
)

test('brand: the nearest shade of any colour will do, and so does every text in the tones that follow from it', () => {
  const surfaces = { white: '#ffffff', page: '#f7f9f9', panel: '#171e1e', darkPage: '#111717', darkText: '#0c1111' }
  for (const given of COLORS) {
    const color = nearestReadable(given)
    assert.ok(contrastOf(color) >= 4.5, color)
    if (contrastOf(given) >= 4.5) assert.equal(color, given)
    const { tones, lightText, darkText } = paletteOf(color)
    assert.deepEqual([tones.length, tones[7]], [10, color])
    const pairs: readonly (readonly [string, string])[] = [
      [tones[7] as string, surfaces.white],
      [tones[8] as string, surfaces.white],
      [tones[7] as string, surfaces.page],
      [lightText, surfaces.page],
      [lightText, tones[1] as string],
      [lightText, tones[2] as string],
      [tones[4] as string, surfaces.panel],
      [tones[4] as string, surfaces.darkText],
      [tones[5] as string, surfaces.darkText],
      [darkText, surfaces.panel],
      [darkText, surfaces.darkPage],
    ]
    for (const [first, second] of pairs)
      assert.ok(contrast(readColor(first), readColor(second)) >= 4.5, `${color}: ${first} on ${second}`)
  }
})
