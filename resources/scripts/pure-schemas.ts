/**
 * Removes unused schemas from a build. The bundler cannot know that `z.string().min(1)` only creates a value, so it
 * would keep each with the whole library; this plugin marks them as free of side effects.
 */
import type { Plugin } from 'vite'

/** Creates the plugin. It marks values that modules of `shared` with an import of zod create by a call at top level. */
export function pureSchemas(): Plugin {
  return {
    name: 'pure-schemas',
    enforce: 'post',
    transform: {
      filter: { id: /[\\/]shared[\\/].*(?<!zod)\.ts$/, code: /zod/ },
      handler(code) {
        const initial = this.parse(code).body
          .map((statement) => (statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement))
          .flatMap((statement) => (statement?.type === 'VariableDeclaration' ? statement.declarations : []))
          .flatMap(({ init }) => (init?.type === 'CallExpression' ? [init] : []))
        const marked = initial.toReversed().reduce((text, { start, end }) =>
          `${text.slice(0, start)}/* @__PURE__ */ (() => ${text.slice(start, end)})()${text.slice(end)}`, code)
        return { code: marked, moduleSideEffects: false }
      },
    },
  }
}
