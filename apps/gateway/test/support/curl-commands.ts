/**
 * The commands of a README that begin with `curl`, as people paste them into a shell: from ```sh blocks and from
 * indented lines.
 */
export function curlCommands(markdown: string): readonly string[] {
  const fenced = [...markdown.matchAll(/^```sh\n(.*?)^```$/gms)].map(([, block = '']) => block)
  const indented = [...markdown.matchAll(/^ {4}(curl .*)$/gm)].map(([, line = '']) => line)
  return [...fenced, ...indented]
    .flatMap((block) => block.split(/\n(?=curl )|\n{2,}/))
    .map((command) => command.trim())
    .filter((command) => command.startsWith('curl '))
}
