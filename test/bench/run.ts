/**
 * `npm run bench`: every part, or only those named (`npm run bench -- sign`). A part reads its own options from the
 * command line: `--size N` is the number of entries of the journal.
 */
import { parseArgs } from 'node:util'

const parts: { readonly [name: string]: () => Promise<unknown> } = {
  sign: () => import('./sign.ts'),
  kill: () => import('./kill.ts'),
  'broken-connections': () => import('./broken-connections.ts'),
  diagnose: () => import('./diagnose.ts'),
  journal: () => import('./journal/journal.ts'),
  'journal-screen': () => import('./journal/screen.ts'),
  typing: () => import('./typing.ts'),
  'hostile-text': () => import('./hostile-text.ts'),
  'event-loop': () => import('./event-loop.ts'),
}

const { positionals: asked } = parseArgs({ options: { size: { type: 'string' } }, allowPositionals: true, strict: false })
const unknown = asked.filter((name) => !Object.hasOwn(parts, name))
if (unknown.length > 0) {
  console.error(`There is no benchmark named ${unknown.join(', ')}. There are: ${Object.keys(parts).join(', ')}.`)
  process.exit(2)
}
for (const [name, run] of Object.entries(parts)) {
  if (asked.length > 0 && !asked.includes(name)) continue
  console.log(`# ${name}`)
  await run()
}

export {}
