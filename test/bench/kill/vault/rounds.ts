/** The kill test of the lock: each round is a run of the vault that is killed in the middle of its action. */
import { generateKeyPairSync } from 'node:crypto'
import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { seeded, type Random } from '../../seed.ts'
import { onGround, type Ground, type KillTest } from '../ground.ts'
import { startProcess, type KilledProcess } from '../killed-process.ts'
import {
  actionNames, actions, kept, type ActionName, type Death, type FromVault, type ToVault,
} from './actions.ts'
import { check, openVault } from './check.ts'
import { countedKeychain, cuts, openWholeKeychain } from './dying-keychain.ts'

type Life = KilledProcess<ToVault, FromVault>

/** When a run was killed. */
type Met = 'before' | 'in the middle' | 'after'

export interface LockKillReport {
  readonly rounds: number
  readonly met: Readonly<Record<ActionName, Readonly<Record<Met, number>>>>
  /** Data that was lost or in clear, with the round; empty in a good run. */
  readonly losses: readonly string[]
}

const longestMs = 150
/** The write of a set-up from which on the first person is stored; the rest is encryption. */
const firstWrapping = 4

/** Kills this many runs and checks the desk after each. Leaves no file and no process. */
export async function runLockKill(test: KillTest): Promise<LockKillReport> {
  return await onGround('lock-kill', (ground) => runRounds(ground, test))
}

async function runRounds(
  { folder, compiledIn, later }: Ground, { built, rounds, seed, onRound = () => undefined }: KillTest,
): Promise<LockKillReport> {
  const random = seeded(seed)
  const pem = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
  const met = Object.fromEntries(actionNames.map((name) => [name, { before: 0, 'in the middle': 0, after: 0 }])) as
    Record<ActionName, Record<Met, number>>
  const losses: string[] = []
  const start = () => {
    const life: Life = startProcess('killed-vault', { built, compiledIn, killsItself: true })
    later(() => life.kill())
    return life
  }
  const writes = await makeDesks(folder, pem)
  let next = start()
  for (let round = 1; round <= rounds; round += 1) {
    const life = next
    // It loads its code while this one runs.
    next = start()
    const action = actionNames[round % actionNames.length] ?? 'set-up'
    const desk = copyOf(folder, action)
    const given = { folder: desk, pem, action }
    const brokenOff = action === 'wrapping' ? random.whole(firstWrapping, writes['set-up'] - 8) : 0
    if (brokenOff > 0) {
      await liveAndDie(start(), { ...given, action: 'set-up', death: deathAt(random, brokenOff) })
    }
    met[action][await liveAndDie(life, { ...given, death: deathIn(random, writes[action] - brokenOff) })] += 1
    losses.push(...(await check(desk, action, pem)).map((what) => `round ${round}, ${action}: ${what}`))
    onRound(round)
  }
  return { rounds, met, losses }
}

/** A copy of the desk that an action starts with. */
function copyOf(folder: string, action: ActionName): string {
  const desk = join(folder, 'desk')
  rmSync(desk, { recursive: true, force: true })
  cpSync(join(folder, action === 'set-up' || action === 'wrapping' ? 'unprotected' : 'protected'), desk, { recursive: true })
  return desk
}

function deathIn(random: Random, writes: number): Death {
  return random.next() < 0.75
    ? deathAt(random, random.whole(1, writes))
    : { kind: 'after', ms: random.whole(0, longestMs) }
}

const deathAt = (random: Random, write: number): Death => ({ kind: 'at-write', write, cut: random.pick(cuts) })

type Writes = Record<ActionName, number>

/**
 * Creates the desks that rounds start with: a desk from before there was a passphrase, and the same one protected.
 * Returns how often each action writes.
 */
async function makeDesks(folder: string, pem: string): Promise<Writes> {
  mkdirSync(join(folder, 'unprotected'))
  for (const [entry, text] of Object.entries(kept.entries)) {
    writeFileSync(join(folder, 'unprotected', Buffer.from(entry).toString('base64url')), Buffer.from(text, 'base64'))
  }
  const countIn = async (desk: string, action: ActionName) => {
    let writes = 0
    const counted = countedKeychain(openWholeKeychain(desk), (write) => { writes = write; return null })
    await actions[action](openVault(counted), pem)
    return writes
  }
  const setUp = await countIn(copyOf(folder, 'set-up'), 'set-up')
  cpSync(join(folder, 'desk'), join(folder, 'protected'), { recursive: true })
  const counts: Writes = { 'set-up': setUp, wrapping: setUp, unlock: 0, 'change of passphrase': 0, rotation: 0, restore: 0 }
  for (const action of actionNames) {
    if (counts[action] === 0) counts[action] = await countIn(copyOf(folder, action), action)
  }
  return counts
}

/** Lets a vault act until it ends, on its own or by a kill; returns when that was. */
async function liveAndDie(life: Life, work: ToVault): Promise<Met> {
  let met: Met = 'before'
  const { death } = work
  life.listen(({ kind }) => {
    if (kind !== 'acting') return
    met = 'in the middle'
    if (death.kind === 'after') setTimeout(() => { void life.kill() }, death.ms)
  })
  const idle = life.next('idle')
  life.send(work)
  if (await idle !== null) met = 'after'
  await life.kill()
  return met
}
