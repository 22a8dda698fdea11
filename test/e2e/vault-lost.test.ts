import { readdirSync, readFileSync } from 'node:fs'
import { afterAll, describe, expect, it } from 'vitest'
import { NO_KEYRING } from '../host/keyring.ts'
import { lockedBy } from './support/access.ts'
import { closeAll, hostMissing, launch, onElectron } from './support/launch.ts'
import { text } from '../support/texts.ts'

const missing = hostMissing() ?? (process.platform === 'linux' && !onElectron
  ? null
  : 'the vault’s process is found through /proc, under the stand-in')
if (missing) console.log(`SKIPPED the vault’s lost process: ${missing}`)

/** The id of the vault's process, a child of main. */
function vaultOf(main: number): number {
  const read = (path: string) => {
    try {
      return readFileSync(path, 'utf8')
    } catch {
      return ''
    }
  }
  const found = readdirSync('/proc').find((id) => /^\d+$/.test(id)
    && read(`/proc/${id}/status`).includes(`\nPPid:\t${main}\n`) && read(`/proc/${id}/cmdline`).includes('vault.cjs'))
  if (found === undefined) throw new Error('the vault has no process')
  return Number(found)
}

describe.skipIf(missing)('a vault whose process is lost', () => {
  afterAll(closeAll)

  it('locks the desk until a person unlocks it, and is then started again', async () => {
    const { app, page } = await launch({ env: NO_KEYRING })
    await page.getByRole('heading', { level: 1 }).waitFor()
    const lost = vaultOf(app.pid())
    await lockedBy(page, () => { process.kill(lost, 'SIGKILL') })
    expect(await page.evaluate(`gatewayConsole.call['keys.list'](null)`)).toEqual({ ok: false, failure: { code: 'desk-locked' } })
    await page.getByRole('button', { name: text('access.lock.unlock') }).click()
    await expect.poll(() => page.evaluate(`gatewayConsole.call['vault.describe'](null)`)).toMatchObject({ value: { state: 'open' } })
    expect(vaultOf(app.pid())).not.toBe(lost)
  })
})
