import { resolve } from 'node:path'
import type { ConfigurationProblem } from '@heliograph/config'
import { type Brand, type BrandImage, OWN_BRAND } from '@heliograph/contracts'
import type { Configuration } from '../config/load.ts'
import { readBrandImage } from './brand-image.ts'
import { letterMark } from './letter-mark.ts'
import { contrastOf, LEAST_CONTRAST, nearestReadable, paletteOf } from './palette.ts'

/** The brand of a configuration, or what is wrong with it. */
export interface ReadBrand {
  readonly brand: Brand
  readonly problems: readonly ConfigurationProblem[]
}

type Given = Pick<Configuration, 'brand' | 'baseDir' | 'problem'>

/** Reads the files that the section names. */
export async function readBrand(configuration: Given): Promise<ReadBrand> {
  const { name, color } = configuration.brand
  const problems: ConfigurationProblem[] = [...colorProblems(configuration)]
  const given = await imageAt('logo', configuration, problems)
  const logo = given ?? (name === undefined ? undefined : letterMark(name, color))
  const icon = (await imageAt('icon', configuration, problems)) ?? logo
  const palette = color === undefined || problems.length > 0 ? undefined : paletteOf(color)
  return { brand: { name: name ?? OWN_BRAND.name, logo, icon, palette }, problems }
}

async function imageAt(
  key: 'logo' | 'icon',
  { brand, baseDir, problem }: Given,
  problems: ConfigurationProblem[],
): Promise<BrandImage | undefined> {
  const file = brand[key]
  if (file === undefined) return undefined
  const image = await readBrandImage(resolve(baseDir, file))
  if ('type' in image) return image
  problems.push(problem(['brand', key], image.message, image.remedy, file))
  return undefined
}

function colorProblems({ brand: { color }, problem }: Given): readonly ConfigurationProblem[] {
  if (color === undefined || contrastOf(color) >= LEAST_CONTRAST) return []
  // Rounded down, so that it never reads as what is asked for.
  const found = Math.floor(contrastOf(color) * 10) / 10
  const message = `Text in this colour, or white text on it, is hard to read: its contrast is ${found} to 1, and ${LEAST_CONTRAST} is needed.`
  return [
    problem(['brand', 'color'], message, `The nearest shade of it that will do is ${nearestReadable(color)}.`, color),
  ]
}
