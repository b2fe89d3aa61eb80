import ts from 'typescript'

/** What Playwright reads from a page at once, without waiting for anything to show. */
const READS = new Set([
  'allInnerTexts',
  'allTextContents',
  'count',
  'evaluate',
  'getAttribute',
  'innerText',
  'inputValue',
  'isChecked',
  'isVisible',
  'textContent',
])

/** Returns the lines of a browser test on which an assertion reads a page once. */
export function findGlances(text, file) {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true)
  const lines = []
  const visit = (node, isAsserted) => {
    if (isAsserted && ts.isAwaitExpression(node) && isRead(node.expression))
      lines.push(source.getLineAndCharacterOfPosition(node.getStart()).line + 1)
    const isAssertion = ts.isCallExpression(node) && node.expression.getText(source).split('.')[0] === 'assert'
    ts.forEachChild(node, (child) => visit(child, isAsserted || isAssertion))
  }
  visit(source, false)
  return lines
}

function isRead(node) {
  return (
    ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression) && READS.has(node.expression.name.text)
  )
}
