import { readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import ts from 'typescript'

/** What an exception says in a comment at its place, with the reason why the text cannot be long. */
const BOUND = /\bregex-bound: \S/

/**
 * Returns the regular expressions of a source file: literals, `RegExp(...)` and the `pattern` of a schema, each with
 * its line and whether a comment there states a bound. `pattern` is undefined when it is only known at run time.
 */
export function findPatterns(text, file) {
  const kind = file.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true, kind)
  const lines = text.split('\n')
  const constants = new Map([...importedBy(source), ...constantsOf(source)])
  const found = []
  const visit = (node) => {
    const read = readPattern(node, constants)
    if (read) found.push({ ...read, line: lineOf(source, node) + 1, isBounded: isBounded(source, lines, node) })
    ts.forEachChild(node, visit)
  }
  visit(source)
  return found
}

function readPattern(node, constants) {
  if (ts.isRegularExpressionLiteral(node)) return splitLiteral(node.text)
  if ((ts.isNewExpression(node) || ts.isCallExpression(node)) && node.expression.getText() === 'RegExp') {
    const [pattern, flags] = node.arguments ?? []
    return { pattern: pattern && textOf(pattern, constants), flags: (flags && textOf(flags, constants)) ?? '' }
  }
  if (ts.isPropertyAssignment(node) && node.name.getText() === 'pattern') {
    const pattern = textOf(node.initializer, constants)
    return pattern === undefined ? undefined : { pattern, flags: 'u' }
  }
  return undefined
}

function splitLiteral(literal) {
  const end = literal.lastIndexOf('/')
  return { pattern: literal.slice(1, end), flags: literal.slice(end + 1) }
}

/** The constants that a file imports from files beside it, by name. */
function importedBy(source) {
  const imports = source.statements.filter(
    (each) => ts.isImportDeclaration(each) && each.moduleSpecifier.text.startsWith('.') && usesPatterns(source),
  )
  return imports.flatMap(({ moduleSpecifier }) => {
    const file = resolve(dirname(source.fileName), moduleSpecifier.text)
    return [...constantsOf(ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true))]
  })
}

function usesPatterns({ text }) {
  return text.includes('RegExp(') || text.includes('pattern:')
}

/** The initial values of the file's constants, by name. */
function constantsOf(source) {
  const constants = new Map()
  for (const statement of source.statements) {
    if (!ts.isVariableStatement(statement)) continue
    for (const { name, initializer } of statement.declarationList.declarations) {
      if (initializer) constants.set(name.getText(), initializer)
    }
  }
  return constants
}

/** The text that an expression of constants has; undefined when that is not known here. */
function textOf(node, constants) {
  const value = (each) => textOf(each, constants)
  if (ts.isRegularExpressionLiteral(node)) return splitLiteral(node.text).pattern
  if (ts.isStringLiteralLike(node)) return node.text
  if (ts.isIdentifier(node)) return constants.has(node.text) ? value(constants.get(node.text)) : undefined
  if (ts.isTemplateExpression(node)) {
    return joined(
      node.templateSpans.flatMap((span) => [value(span.expression), span.literal.text]),
      node.head.text,
    )
  }
  if (ts.isTaggedTemplateExpression(node) && node.tag.getText() === 'String.raw') return rawOf(node.template, value)
  if (ts.isBinaryExpression(node)) return joined([value(node.left), value(node.right)], '')
  if (ts.isPropertyAccessExpression(node) && node.name.text === 'source') return value(node.expression)
  if (ts.isCallExpression(node) && node.expression.name?.text === 'join') {
    const { expression: list } = node.expression
    const [separator] = node.arguments
    if (!ts.isArrayLiteralExpression(list) || !separator) return undefined
    const parts = list.elements.map(value)
    return parts.includes(undefined) ? undefined : parts.join(value(separator))
  }
  return undefined
}

function rawOf(template, value) {
  if (ts.isNoSubstitutionTemplateLiteral(template)) return template.rawText
  return joined(
    template.templateSpans.flatMap((span) => [value(span.expression), span.literal.rawText]),
    template.head.rawText,
  )
}

function joined(parts, head) {
  return parts.includes(undefined) ? undefined : head + parts.join('')
}

/** Whether the line of the pattern, or the comment above it or above its statement, states a bound. */
function isBounded(source, lines, node) {
  const line = lineOf(source, node)
  if (BOUND.test(lines[line])) return true
  return [line, lineOf(source, statementOf(node))].some((start) => {
    for (let above = start - 1; above >= 0 && /^\s*(\/\/|\/?\*)/.test(lines[above]); above -= 1) {
      if (BOUND.test(lines[above])) return true
    }
    return false
  })
}

function statementOf(node) {
  let statement = node
  while (statement.parent && !ts.isStatement(statement) && !ts.isClassElement(statement)) statement = statement.parent
  return statement
}

function lineOf(source, node) {
  return source.getLineAndCharacterOfPosition(node.getStart(source)).line
}
