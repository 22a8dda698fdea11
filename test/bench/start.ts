/**
 * `npm run bench -- start`: from the start of the built application to the first usable screen, compared with an
 * application that opens an empty window in the same host: the stand-in for Electron, which starts its browser as
 * Electron's binary does. Both take turns, `--size` times. Needs `npm run build` first.
 * 
 * A screen is usable once it is painted with main's replies. There are three: the home screen of a fresh
 * installation, the same with the data of an earlier start, and the lock screen of a desk that a passphrase protects,
 * which needs a private keychain.
 * 
 * Exit code 1 if the median of one is more than twice that of the empty window. Each is also printed without the
 * start of the browser: main's process alone.
 */
import { join, resolve } from 'node:path'
import { passphrase } from '../e2e/support/access.ts'
import { closeAll, freshFolder } from '../e2e/support/launch.ts'
import { keyringMissing, NO_KEYRING, startKeyring } from '../host/keyring.ts'
import { percentile } from './journal/figures.ts'
import { isSmall, sizeOf } from './options.ts'
import { firstScreen, type FirstScreen } from './start/first-screen.ts'

const aim = 1.5
const most = 2
const rounds = sizeOf({ whole: 10, small: 1 })
const project = resolve(import.meta.dirname, '../..')

const withoutKeychain = keyringMissing()
if (withoutKeychain !== null) console.log(`without a keychain, and without the lock screen: ${withoutKeychain}`)
const keyring = withoutKeychain === null ? await startKeyring() : null
const onFolder = (folder: string) => (
  { appPath: project, env: { ...keyring?.env ?? NO_KEYRING, GATEWAY_CONSOLE_USER_DATA: folder } }
)

const startedBefore = onFolder(freshFolder())
await firstScreen(startedBefore)
const locked = onFolder(freshFolder())
if (keyring !== null) {
  await firstScreen(locked, async (app) => {
    app.onDialog = () => ({ response: 1 })
    const input = JSON.stringify({ name: 'Ada Keller', passphrase })
    const page = await app.firstWindow()
    const answer = await page.evaluate<{ ok: boolean }>(`gatewayConsole.call['access.setUp'](${input})`)
    if (!answer.ok) throw new Error('no passphrase could be set')
  })
}

const empty = { name: 'an empty window', start: () => firstScreen({ appPath: join(import.meta.dirname, 'start/empty-window') }) }
const screens = [
  { name: 'home screen, a fresh installation', start: () => firstScreen(onFolder(freshFolder())) },
  { name: 'home screen, started before', start: () => firstScreen(startedBefore) },
  ...keyring === null ? [] : [{ name: 'lock screen', start: () => firstScreen(locked) }],
]
const measured = new Map([empty, ...screens].map((one) => [one, [] as FirstScreen[]]))
for (let round = 0; round < rounds; round++) {
  const turns = [...measured]
  for (const [{ start }, samples] of round % 2 === 0 ? turns : turns.reverse()) samples.push(await start())
}
await closeAll()
await keyring?.stop()

const medianOf = (one: typeof empty, part: keyof FirstScreen): number =>
  percentile((measured.get(one) ?? []).map((sample) => sample[part]), 50)
console.log(`${empty.name}: ${medianOf(empty, 'whole').toFixed(0)} ms, without the browser ${medianOf(empty, 'ofMain').toFixed(0)} ms`)
for (const screen of screens) {
  const ratio = (part: keyof FirstScreen): number => medianOf(screen, part) / medianOf(empty, part)
  const verdict = ratio('whole') <= aim ? 'aim met' : ratio('whole') <= most ? 'goal met' : 'missed'
  console.log(`${screen.name}: ${medianOf(screen, 'whole').toFixed(0)} ms, ${ratio('whole').toFixed(2)} times that`
    + ` (aim ${aim}, goal ${most}: ${verdict}); without the browser ${medianOf(screen, 'ofMain').toFixed(0)} ms, ${ratio('ofMain').toFixed(2)} times`)
  if (ratio('whole') > most && !isSmall) process.exitCode = 1
}
