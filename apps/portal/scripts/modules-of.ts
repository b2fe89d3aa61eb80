import { build, type PluginOption, type Rolldown } from 'vite'

/** By entry, the ids of the modules, from sources and libraries, that it needs before it can run. */
export async function modulesOf<Name extends string>(
  entries: Readonly<Record<Name, string>>,
  plugins: PluginOption[],
): Promise<Readonly<Record<Name, ReadonlySet<string>>>> {
  const { output } = (await build({
    configFile: false,
    logLevel: 'warn',
    plugins,
    build: { write: false, minify: false, rolldownOptions: { input: entries, preserveEntrySignatures: 'strict' } },
  })) as Rolldown.RolldownOutput
  const chunks = output.filter((each) => each.type === 'chunk')
  const modulesFrom = (entry: string): ReadonlySet<string> => {
    const needed = new Set([chunks.find(({ isEntry, name }) => isEntry && name === entry)?.fileName])
    for (const name of needed)
      for (const more of chunks.find((each) => each.fileName === name)?.imports ?? []) needed.add(more)
    return new Set(chunks.filter(({ fileName }) => needed.has(fileName)).flatMap(({ moduleIds }) => moduleIds))
  }
  return Object.fromEntries(Object.keys(entries).map((name) => [name, modulesFrom(name)])) as never
}
