import { readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import ts from 'typescript'

/** What an export may promise, see `LEVELS` in render-reference.mjs. */
export const STABILITIES = ['stable', 'experimental']

/**
 * The exports of a package, in the order of their files and of their places there: of each the name, the file, its
 * kind, what its docstring says, how stable it is (undefined: it does not say), its signature, and its members.
 */
export function readExports(indexFile) {
  const folder = dirname(indexFile)
  const files = new Map()
  for (const statement of parse(indexFile).statements) {
    if (!ts.isExportDeclaration(statement) || !statement.exportClause) continue
    const file = join(folder, statement.moduleSpecifier.text)
    const names = statement.exportClause.elements.map(({ propertyName, name }) => (propertyName ?? name).text)
    files.set(file, [...(files.get(file) ?? []), ...names])
  }
  return [...files].sort(([a], [b]) => (a < b ? -1 : 1)).flatMap(([file, names]) => exportsOf(file, names))
}

function exportsOf(file, names) {
  const source = parse(file)
  const found = new Map(names.map((name) => [name, []]))
  for (const statement of source.statements) {
    for (const { name, node } of namedIn(statement)) found.get(name)?.push({ node, statement })
  }
  const described = [...found].map(([name, declarations]) => {
    if (declarations.length === 0) throw new Error(`${file}: ${name} is not declared here`)
    return describe(source, file, name, declarations)
  })
  return described.sort((a, b) => a.at - b.at)
}

function namedIn(statement) {
  if (ts.isVariableStatement(statement))
    return statement.declarationList.declarations.map((node) => ({ name: node.name.text, node }))
  return statement.name === undefined ? [] : [{ name: statement.name.text, node: statement }]
}

/** An interface and the token of a service may have the same name; the docstring is that of the first. */
function describe(source, file, name, declarations) {
  const docs = declarations.flatMap(({ statement }) => docsOf(statement))
  const [{ node }] = declarations
  const stability = docs.find((doc) => doc.stability !== undefined)?.stability
  return {
    name,
    file: basename(file),
    path: file,
    at: node.getStart(source),
    kind: declarations.map(({ node: each }) => kindOf(each)).join(', '),
    text: docs.map(({ text }) => text).find((text) => text !== '') ?? '',
    params: docs.flatMap(({ tags }) => tags),
    stability: STABILITIES.includes(stability) ? stability : undefined,
    signature: signatureOf(source, node),
    members: membersOf(source, node),
  }
}

function kindOf(node) {
  if (ts.isInterfaceDeclaration(node)) return 'interface'
  if (ts.isTypeAliasDeclaration(node)) return 'type'
  if (ts.isClassDeclaration(node)) return 'class'
  if (ts.isFunctionDeclaration(node)) return 'function'
  return /^ServiceToken</.test(node.type?.getText() ?? '') ? 'service' : 'constant'
}

/** Ends a docstring, on a line of its own or behind the last sentence. */
const STABILITY = /\s*@stability +(\w+)\s*/

function docsOf(node) {
  return (node.jsDoc ?? []).map((doc) => ({
    text: textOf(doc.comment),
    tags: (doc.tags ?? [])
      .filter((tag) => tag.tagName.text !== 'stability')
      .map((tag) => ({
        name: tag.tagName.text,
        subject: tag.name?.getText() ?? '',
        text: textOf(tag.comment).replace(/^- /, ''),
      })),
    stability: STABILITY.exec(doc.getText())?.[1],
  }))
}

function textOf(comment) {
  return (ts.getTextOfJSDocComment(comment) ?? '').replace(STABILITY, '').trim()
}

/** The declaration without its members, body and docstring; undefined where the members say it all. */
function signatureOf(source, node) {
  if (ts.isInterfaceDeclaration(node) || ts.isClassDeclaration(node)) {
    const clauses = (node.heritageClauses ?? []).map((clause) => clause.getText(source)).join(' ')
    return clauses === '' ? undefined : flat(clauses)
  }
  if (ts.isFunctionDeclaration(node))
    return flat(source.text.slice(node.name.getStart(source), node.body?.getFullStart() ?? node.end))
  if (ts.isTypeAliasDeclaration(node))
    return membersOf(source, node).length > 0 ? undefined : `= ${flat(node.type.getText(source))}`
  if (node.type !== undefined) return `: ${flat(node.type.getText(source))}`
  const value = flat(node.initializer?.getText(source) ?? '')
  return value.length > 200 ? undefined : `= ${value.replace(/ as const$/, '')}`
}

function membersOf(source, node) {
  const type = ts.isTypeAliasDeclaration(node) ? node.type : undefined
  if (type !== undefined && ts.isUnionTypeNode(type)) return choicesOf(source, type)
  const members = type !== undefined && ts.isTypeLiteralNode(type) ? type.members : node.members
  return [...(members ?? [])].filter(isPublic).map((member) => ({
    text: memberText(source, member),
    meaning: docsOf(member)
      .flatMap(({ text, tags }) => [text, ...tags.map((tag) => `\`${tag.subject || tag.name}\`: ${tag.text}`)])
      .filter((text) => text !== '')
      .join(' '),
  }))
}

/** What is optional may be undefined; that need not be said twice. */
function memberText(source, member) {
  const text = flat(source.text.slice(member.getStart(source), member.body?.getFullStart() ?? member.end))
  return member.questionToken === undefined ? text : text.replace(/ \| undefined$/, '')
}

/** The parts of a union, if one of them has a docstring; the compiler attaches none to them. */
function choicesOf(source, union) {
  const choices = union.types.map((type, index) => {
    const from = index === 0 ? union.getFullStart() : union.types[index - 1].end
    const doc = /\/\*\*([\s\S]*?)\*\//.exec(source.text.slice(from, type.getStart(source)))?.[1] ?? ''
    return { text: flat(type.getText(source)), meaning: doc.replace(/\n\s*\* ?/g, ' ').trim() }
  })
  return choices.some(({ meaning }) => meaning !== '') ? choices : []
}

function isPublic({ name, modifiers = [] }) {
  if (name !== undefined && (ts.isPrivateIdentifier(name) || ts.isComputedPropertyName(name))) return false
  return !modifiers.some(({ kind }) => kind === ts.SyntaxKind.PrivateKeyword)
}

/** Code on one line, without comments and what says nothing about its meaning. */
function flat(code) {
  return code
    .replace(/\/\*[\s\S]*?\*\//g, ' ')
    .replace(/\/\/ .*$/gm, ' ')
    .replace(/\s+/g, ' ')
    .replace(/\breadonly (?=[\w'[]+\??[\]:]|\[)/g, '')
    .replace(/\( /g, '(')
    .replace(/,? \)/g, ')')
    .replace(/^\| /, '')
    .replace(/[;,]$/, '')
    .trim()
}

function parse(file) {
  return ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true)
}
