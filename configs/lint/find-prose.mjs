import ts from 'typescript'

/** Properties whose texts are for people. */
const SAYING = new Set(['summary', 'description', 'meaning', 'message', 'remedy', 'reason'])

/** Methods of a logger. */
const LOGGING = new Set(['debug', 'info', 'warn', 'error', 'fatal'])

/**
 * Returns the texts for people in a source, each with its line: summaries and descriptions, also where a helper of
 * schemas is given one (`timeSchema('When it ended.')`), errors and logs.
 */
export function findProse(text, file) {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true)
  const found = []
  const visit = (node, isSaid) => {
    const prose = textOf(node)
    if (prose !== undefined && (isSaid || isSentenceForHelper(node, prose)))
      found.push({ line: source.getLineAndCharacterOfPosition(node.getStart()).line + 1, prose })
    const isSaidBelow = isSaid ? !ts.isBlock(node) : isSaying(node)
    ts.forEachChild(node, (child) => visit(child, isSaidBelow))
  }
  visit(source, false)
  return found
}

/** The text of a literal, with a dash in place of each value. */
function textOf(node) {
  if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) return node.text
  if (!ts.isTemplateExpression(node)) return undefined
  return [node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)].join('-')
}

function isSaying(node) {
  if (ts.isPropertyAssignment(node)) return SAYING.has(node.name.getText())
  if (ts.isNewExpression(node)) return node.expression.getText().endsWith('Error')
  return (
    ts.isCallExpression(node) &&
    ts.isPropertyAccessExpression(node.expression) &&
    LOGGING.has(node.expression.name.text)
  )
}

function isSentenceForHelper({ parent }, prose) {
  return ts.isCallExpression(parent) && /^[A-Z].* .*\.$/.test(prose)
}
