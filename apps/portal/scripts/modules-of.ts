import { build, type PluginOption, type Rolldown } from 'vite'

/** The ids of the modules, from sources and libraries, that a module needs before it can run. */
export async function modulesOf(entry: string, plugins: PluginOption[]): Promise<ReadonlySet<string>> {
  const { output } = (await build({
    configFile: false,
    logLevel: 'warn',
    plugins,
    build: { write: false, minify: false, rolldownOptions: { input: entry, preserveEntrySignatures: 'strict' } },
  })) as Rolldown.RolldownOutput
  const chunks = output.filter((each) => each.type === 'chunk')
  const first = chunks.find(({ isEntry }) => isEntry)
  const needed = new Set([first?.fileName])
  for (const name of needed)
    for (const more of chunks.find((each) => each.fileName === name)?.imports ?? []) needed.add(more)
  return new Set(chunks.filter(({ fileName }) => needed.has(fileName)).flatMap(({ moduleIds }) => moduleIds))
}
