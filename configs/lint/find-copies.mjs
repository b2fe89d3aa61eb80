import ts from 'typescript'

/** Returns the lines of a source file on which an object is spread into another, or the rest of one is taken. */
export function findCopies(text, file) {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true)
  const lines = []
  const visit = (node) => {
    const isRest = ts.isBindingElement(node) && node.dotDotDotToken && ts.isObjectBindingPattern(node.parent)
    if (isRest || ts.isSpreadAssignment(node))
      lines.push(source.getLineAndCharacterOfPosition(node.getStart()).line + 1)
    ts.forEachChild(node, visit)
  }
  visit(source)
  return lines
}
