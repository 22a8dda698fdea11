/** The surroundings of a kill test: its own folder, and the gateway, which outlives everything that is killed. */
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readLedger, type LedgerLine } from '../../../electron/sandbox/orders/ledger.ts'
import { startGateway, type Gateway } from './gateway.ts'

/** The number of kills, and their random seed. */
export interface KillTest {
  /** The folder of the built entries. */
  readonly built: string
  readonly rounds: number
  readonly seed: number
  /** Called after every round. */
  readonly onRound?: (round: number) => void
}

export interface Ground {
  readonly folder: string
  /** The folder for compiled code. */
  readonly compiledIn: string
  /** Registers a function to run at the end, the newest first. */
  later(cleanup: () => Promise<void> | void): void
}

export interface GatewayGround extends Ground {
  readonly gateway: Gateway
  /** The merchant's control secret at the gateway, random for this run. */
  readonly secret: string
  /** The whole ledger as on the disk: the truth about money. */
  ledger(): readonly LedgerLine[]
}

/** Runs a test in a new folder; removes it and runs the functions registered with `later`. */
export async function onGround<Report>(name: string, run: (ground: Ground) => Promise<Report>): Promise<Report> {
  const folder = mkdtempSync(join(tmpdir(), `${name}-`))
  const cleanups: (() => Promise<void> | void)[] = [() => { rmSync(folder, { recursive: true, force: true }) }]
  try {
    return await run({ folder, compiledIn: join(folder, 'compiled'), later: (cleanup) => { cleanups.push(cleanup) } })
  } finally {
    for (const clean of cleanups.reverse()) await clean()
  }
}

/** Like `onGround`, with a gateway with an empty ledger. */
export async function besideGateway<Report>(
  name: string, run: (ground: GatewayGround) => Promise<Report>,
): Promise<Report> {
  return await onGround(name, async (ground) => {
    const ledgerPath = join(ground.folder, 'ledger.jsonl')
    const secret = `made-up-${randomBytes(12).toString('hex')}`
    const gateway = await startGateway(ledgerPath, secret)
    ground.later(() => gateway.end())
    return await run({ ...ground, gateway, secret, ledger: () => readLedger(ledgerPath) })
  })
}
