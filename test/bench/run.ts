/**
 * `npm run bench`: every part (also as `all`), or only the named ones (`npm run bench -- sign`). Each accepts
 * `--size N`, and random ones `--seed N`; `--small` runs little of each, as the workflow does.
 */
import { parseArgs } from 'node:util'
import { benchOptions } from './options.ts'

const parts: { readonly [name: string]: () => Promise<unknown> } = {
  sign: () => import('./sign.ts'),
  kill: () => import('./kill.ts'),
  'broken-connections': () => import('./broken-connections.ts'),
  'lock-kill': () => import('./lock-kill.ts'),
  'batch-kill': () => import('./batch-kill.ts'),
  batch: () => import('./batch.ts'),
  'keychain-stress': () => import('./keychain-stress.ts'),
  diagnose: () => import('./diagnose.ts'),
  journal: () => import('./journal/journal.ts'),
  'journal-screen': () => import('./journal/screen.ts'),
  typing: () => import('./typing.ts'),
  'hostile-text': () => import('./hostile-text.ts'),
  'event-loop': () => import('./event-loop.ts'),
  team: () => import('./team.ts'),
  'team-soak': () => import('./team-soak.ts'),
  'other-desks': () => import('./other-desks.ts'),
  today: () => import('./today.ts'),
  'batch-check': () => import('./batch-check.ts'),
  reconcile: () => import('./reconcile.ts'),
  start: () => import('./start.ts'),
}

const { positionals } = parsed()
const requested = positionals.filter((name) => name !== 'all')
const unknown = requested.filter((name) => !Object.hasOwn(parts, name))
if (unknown.length > 0) {
  console.error(`There is no benchmark named ${unknown.join(', ')}. There are: ${Object.keys(parts).join(', ')}.`)
  process.exit(2)
}
for (const [name, run] of Object.entries(parts)) {
  if (!positionals.includes('all') && requested.length > 0 && !requested.includes(name)) continue
  console.log(`# ${name}`)
  await run()
}

/** Ends the process with code 2 for an option that does not exist: a typing error must not start a run of hours. */
function parsed() {
  try {
    return parseArgs({ options: benchOptions, allowPositionals: true })
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error))
    process.exit(2)
  }
}
