// What the compiler says of a file, as errors of the linter, which has made the compiler's program for its own rules:
// a compiler of its own would read and check everything once more. Scripts of .vue files are left to vue-tsc.
import typescript from 'typescript'

/** Reports the errors that `tsc -p tsconfig.node.json` finds in a file of that configuration. */
export const typeErrorsRule = {
  meta: { type: 'problem', schema: [], messages: { error: '{{text}} (TS{{code}})' } },
  create(context) {
    const { program, esTreeNodeToTSNodeMap } = context.sourceCode.parserServices
    return {
      Program(node) {
        const file = esTreeNodeToTSNodeMap.get(node)
        const found = [
          ...program.getOptionsDiagnostics(), ...program.getSyntacticDiagnostics(file),
          ...program.getSemanticDiagnostics(file),
        ]
        for (const { start, messageText, code } of found) {
          const text = typescript.flattenDiagnosticMessageText(messageText, '\n')
          context.report({ loc: context.sourceCode.getLocFromIndex(start ?? 0), messageId: 'error', data: { text, code } })
        }
      },
    }
  },
}
