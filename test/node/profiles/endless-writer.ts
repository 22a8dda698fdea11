/** Saves one profile repeatedly, each time longer or shorter, until it is killed. */
import { flushCompileCache } from 'node:module'
import { draft, open, saveIn } from './support.ts'

const profiles = open(process.argv[2]!)
const saved = saveIn(profiles, { id: null, draft: draft() })
if (!saved.ok) throw new Error(saved.failure.code)
// The next round compiles nothing: a process that is killed would not write its cache.
flushCompileCache()
process.stdout.write('started\n')
for (let round = 0; ; round += 1) {
  const entryPoints = Array.from({ length: 1 + (round % 200) }, (_, index) => ({ kind: 'group', id: String(index) }) as const)
  saveIn(profiles, { id: saved.value.id, draft: draft({ entryPoints }) })
}
