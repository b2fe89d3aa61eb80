import { relative } from 'node:path'
import { STABILITIES } from './read-exports.mjs'

/** What each level promises. */
const LEVELS = {
  stable: 'changes in a way that breaks packages only with a new major version',
  experimental: 'may change with any minor version, and the change log says how',
}

/** What is wrong with the levels of exports, one sentence each; says what to write. */
export function findUnlevelled(exports, root) {
  const wanted = STABILITIES.map((level) => `"@stability ${level}" (${LEVELS[level]})`).join(' or ')
  return exports
    .filter(({ stability }) => stability === undefined)
    .map(
      ({ name, path }) =>
        `${relative(root, path)}: ${name} does not say how stable it is. End its docstring with ${wanted}.`,
    )
}

const SINCE = /^### (\S+)\n\n.*?, since (\d+\.\d+\.\d+)/gm

/**
 * The versions since which the exports of a package exist, by name: what its page has said so far, and for those that
 * are not on it the minor version that comes after `version`, which is the latest one.
 */
export function versionsSince(page, exports, version) {
  const known = new Map([...page.matchAll(SINCE)].map(([, name, since]) => [name, since]))
  const [major, minor] = version.split('.').map(Number)
  return new Map(exports.map(({ name }) => [name, known.get(name) ?? `${major}.${minor + 1}.0`]))
}

/** The reference of a package as Markdown; `since`: from `versionsSince`, for a page that tells the versions. */
export function renderReference(title, exports, since = new Map()) {
  const files = [...new Set(exports.map(({ file }) => file))]
  const lines = [
    `# ${title}: reference`,
    '',
    'Made from the sources; do not edit. Every export of the package, with what its docstring says.',
    '',
    ...STABILITIES.map((level) => `- **${level}**: ${LEVELS[level]}.`),
    '',
    ...table(
      ['file', 'exports'],
      files.map((file) => [code(file), namesIn(exports, file)]),
    ),
    ...files.flatMap((file) => [
      '',
      `## ${file}`,
      ...exports.filter((each) => each.file === file).flatMap((each) => section(each, since.get(each.name))),
    ]),
  ]
  return `${lines.join('\n')}\n`
}

function namesIn(exports, file) {
  return exports
    .filter((each) => each.file === file)
    .map(({ name, stability }) => `[${code(name)}](#${anchorOf(name)})${stability === 'experimental' ? '\\*' : ''}`)
    .join(', ')
}

/** As GitHub makes it from the heading. */
function anchorOf(name) {
  return name.toLowerCase()
}

function section({ name, kind, stability, text, params, signature, members }, since) {
  const facts = [kind, stability ?? 'of no level', ...(since === undefined ? [] : [`since ${since}`])].join(', ')
  return [
    '',
    `### ${name}`,
    '',
    `${facts}${signature === undefined ? '' : `: ${code(signature)}`}`,
    ...(text === '' ? [] : ['', paragraphs(text)]),
    ...(params.length === 0
      ? []
      : ['', ...params.map((param) => `- ${code(param.subject || param.name)}: ${one(param.text)}`)]),
    ...(members.length === 0
      ? []
      : [
          '',
          ...table(
            ['member', 'meaning'],
            members.map((member) => [code(member.text), one(member.meaning)]),
          ),
        ]),
  ]
}

/** Lines of a docstring are joined to paragraphs; lists stay. */
function paragraphs(text) {
  return text
    .split(/\n\s*\n/)
    .map((block) => block.replace(/\n(?!\s*(?:[-*]|\d+\.) )\s*/g, ' '))
    .join('\n\n')
}

function one(text) {
  return text.replace(/\s+/g, ' ')
}

function code(text) {
  const fence = text.includes('`') ? '``' : '`'
  return `${fence}${text}${fence}`
}

function table(head, rows) {
  const line = (cells) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`
  return [line(head), line(head.map(() => '---')), ...rows.map(line)]
}
